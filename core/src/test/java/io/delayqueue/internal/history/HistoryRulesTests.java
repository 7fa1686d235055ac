package io.delayqueue.internal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.TestPorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HistoryRulesTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final HistoryRule WEEK = HistoryRule.of(Duration.ofDays(7), 64 << 20);

    private static final String TEXT = HistoryStore.text(WEEK);

    private static final String OTHER = HistoryStore.text(HistoryRule.of(Duration.ofDays(1), 64 << 20));

    private static final Map<String, Set<String>> TOPICS = Map.of("g", Set.of("t", "u"));

    private final Map<String, String> stored = new HashMap<>();

    private final List<String> calls = new ArrayList<>();

    private @Nullable TaskStoreException failure;

    /** The group whose calls fail. */
    private String failing = "g";

    /** The text that another live instance declares. */
    private String others = "";

    private final HistoryStore store = TestPorts.answering(HistoryStore.class, (method, arguments) -> {
        calls.add(method.getName());
        if (failure != null && failing.equals(arguments[0] instanceof TopicName topic ? topic.group() : arguments[0])) {
            throw failure;
        }
        return method.getName().equals("rules") ? Map.copyOf(stored) : declare((String) arguments[2]);
    });

    private final InstanceStore instances = TestPorts.answering(InstanceStore.class, (method, arguments) -> {
        calls.add(method.getName());
        return new Heartbeats(1_000, Map.of("me", heartbeat(OTHER), "other", heartbeat(others)));
    });

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getReturnType() == HistoryStore.class ? store : instances);

    @AutoClose
    private final LogLines log = new LogLines(HistoryRules.class);

    private static String heartbeat(String text) {
        Map<String, String> declared = Map.of(HistoryRules.HISTORY + "t", text);
        String state = new HeartbeatWriter("h", 1, 0, null)
                .write(
                        true,
                        false,
                        Set.of(),
                        declared,
                        List.of(),
                        List.of(),
                        name -> TopicOptions.DEFAULT,
                        InstanceCounters.NONE,
                        Map.of());
        return "{\"at\":1000," + state.substring(1);
    }

    private boolean declare(String text) {
        stored.put("t", text);
        return true;
    }

    private HistoryRules rules(String declared) {
        return new HistoryRules(backend, "me", Map.of(TOPIC, declared));
    }

    @Test
    void declaredRuleShouldBeWrittenOnce() {
        HistoryRules rules = rules(TEXT);
        assertThat(rules.of(TOPIC)).isNull();
        rules.read(TOPICS, true);
        assertThat(rules.of(TOPIC)).isEqualTo(WEEK);
        assertThat(calls).containsExactly("rules", "declare");
        rules.read(TOPICS, false);
        assertThat(calls).containsExactly("rules", "declare", "rules");
        assertThat(log.with("g/t is written as declared: HistoryRule")).hasSize(1);
    }

    @Test
    void ruleOfTheStoreShouldHoldThoughThisInstanceHasNoneOfTheTopic() {
        stored.put("u", TEXT);
        HistoryRules rules = rules("");
        rules.read(TOPICS, true);
        assertThat(rules.of(new TopicName("g", "u"))).isEqualTo(WEEK);
        assertThat(rules.of(TOPIC)).isNull();
        assertThat(calls).containsExactly("rules");
    }

    @Test
    void ruleShouldOutlastADeclarationWhileALiveInstanceDeclaresIt() {
        stored.put("t", OTHER);
        others = OTHER;
        for (String own : List.of(TEXT, "")) {
            HistoryRules rules = rules(own);
            rules.read(TOPICS, true);
            rules.read(TOPICS, false);
            assertThat(rules.of(TOPIC)).isEqualTo(HistoryStore.rule(OTHER));
        }
        assertThat(log.with("changes when no instance is left that declares")).hasSize(2);
        others = "";
        HistoryRules rules = rules("");
        rules.read(TOPICS, false);
        assertThat(rules.of(TOPIC)).isNull();
        assertThat(stored).containsEntry("t", "");
    }

    @Test
    void startShouldFailWithTheStoreOnlyIfItDeclaresAHistory() {
        failure = new TaskStoreException("no right", null);
        assertThatThrownBy(() -> rules(TEXT).read(TOPICS, true)).isSameAs(failure);
        rules("").read(TOPICS, true);
        HistoryRules rules = rules(TEXT);
        rules.read(TOPICS, false);
        rules.read(TOPICS, false);
        assertThat(log.with("tried every ten seconds")).hasSize(2);
        failure = new TaskStoreUnavailableException("no answer", null);
        assertThatThrownBy(() -> rules("").read(TOPICS, true)).isSameAs(failure);
    }

    @Test
    void groupThatFailsShouldKeepItsRulesAndLeaveThoseOfOthers() {
        Map<String, Set<String>> topics = Map.of("f", Set.of("t"), "g", Set.of("t"));
        stored.put("t", TEXT);
        HistoryRules rules = new HistoryRules(backend, "me", Map.of());
        rules.read(topics, true);
        stored.put("t", OTHER);
        failing = "f";
        failure = new TaskStoreException("wrong type", null);
        rules.read(topics, false);
        assertThat(rules.of(new TopicName("f", "t"))).isEqualTo(WEEK);
        assertThat(rules.of(TOPIC)).isEqualTo(HistoryStore.rule(OTHER));
        HistoryRules others = rules(TEXT);
        others.read(topics, true);
        assertThat(others.of(TOPIC)).isEqualTo(WEEK);
        failing = "g";
        assertThatThrownBy(() -> rules(TEXT).read(topics, true)).isSameAs(failure);
    }
}
