package io.delayqueue.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.codec.Declared;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.InstanceStore.StoredHeartbeat;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.TestPorts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What an instance declares, and what a store answers that only takes notes. */
class LimitRulesTests {

    private static final Limit STRIPE = Limit.of("orders", "stripe").concurrency(8);

    private static final Changes NONE = new Changes(Map.of(), Map.of(), false);

    private static final Changes WAITS = new Changes(Map.of(), Map.of(), true);

    private final Declaration mine = new Declaration(List.of(STRIPE), Map.of("charge", List.of("stripe")));

    private final Declaration others =
            new Declaration(List.of(STRIPE.concurrency(4)), Map.of("charge", List.of("stripe")));

    /** What the store answers, one call after the other, then that nothing changes. */
    private final List<Object> answers = new ArrayList<>();

    /** Groups of the calls, with the number of live declarations; null if these are not read. */
    private final List<String> calls = new ArrayList<>();

    private final LimitStore store = TestPorts.answering(LimitStore.class, (method, arguments) -> {
        calls.add(arguments[0] + " " + arguments[2]);
        Object answer = answers.isEmpty() ? NONE : answers.remove(0);
        if (answer instanceof RuntimeException failure) {
            throw failure;
        }
        return answer;
    });

    private final InstanceStore instances = TestPorts.answering(
            InstanceStore.class,
            (method, arguments) -> new Heartbeats(1_000, List.of(beat("me", mine), beat("other", others))));

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getReturnType() == LimitStore.class ? store : instances);

    @AutoClose
    private final LogLines log = new LogLines(LimitRules.class);

    private static StoredHeartbeat beat(String instance, Declaration limits) {
        String state = new HeartbeatWriter("h", 1, 0, null)
                .write(true, false, new Declared(Set.of(), limits), List.of(), InstanceCounters.NONE, Map.of());
        return new StoredHeartbeat(instance, "{\"at\":1000," + state.substring(1));
    }

    private LimitRules rules(Declaration declaration) {
        return new LimitRules(backend, "me", Map.of("orders", declaration));
    }

    @Test
    void heartbeatsShouldBeReadOnlyIfAnotherDeclarationMayLive() {
        rules(mine).declare();
        assertThat(calls).containsExactly("orders null");
        calls.clear();
        answers.add(WAITS);
        rules(mine).declare();
        assertThat(calls).containsExactly("orders null", "orders " + List.of(others));
    }

    @Test
    void changesOfAStartShouldBeLoggedOnce() {
        Map<String, @Nullable Limit> before = new HashMap<>();
        before.put("stripe", STRIPE.concurrency(4));
        answers.add(new Changes(before, Map.of("charge", List.of()), false));
        LimitRules rules = rules(mine);
        rules.declare();
        rules.restore();
        assertThat(log.with("orders"))
                .containsExactly("INFO Limits of orders are written as declared: " + STRIPE + ", before "
                        + STRIPE.concurrency(4) + "; topic charge [stripe], before []");
    }

    @Test
    void changesShouldBeLoggedInALineOfBoundedLength() {
        List<Limit> many = IntStream.range(0, 200)
                .mapToObj(i -> Limit.of("orders", "limit-" + i).concurrency(1))
                .toList();
        Map<String, @Nullable Limit> before = new HashMap<>();
        many.forEach(limit -> before.put(limit.name(), null));
        answers.add(new Changes(before, Map.of(), false));
        rules(new Declaration(many, Map.of())).declare();
        assertThat(log.with(many.get(0) + ", before none; ")).singleElement().satisfies(line -> assertThat(line)
                .hasSizeBetween(1_000, 1_100));
    }

    @Test
    void declarationThatWaitsShouldBeTriedUntilItIsWritten() {
        LimitRules rules = rules(mine);
        answers.addAll(List.of(WAITS, WAITS, WAITS, WAITS, WAITS));
        rules.declare();
        rules.restore();
        rules.restore();
        assertThat(log.with("when no such instance is left")).hasSize(1);
        assertThat(calls).hasSize(6);
        rules.restore();
        assertThat(calls).hasSize(7);
    }

    /** An instance without limits costs nothing after its start, in which it may have to remove those of an earlier version. */
    @Test
    void instanceWithoutLimitsShouldReadThemAgainOnlyWhileTheyWait() {
        Declaration none = new Declaration(List.of(), Map.of("charge", List.of()));
        LimitRules rules = rules(none);
        answers.addAll(List.of(WAITS, WAITS));
        rules.declare();
        rules.restore();
        assertThat(calls).hasSize(3);
        rules.restore();
        rules.restore();
        assertThat(calls).hasSize(3);
    }

    @Test
    void startShouldFailWithTheStore() {
        for (RuntimeException failure : List.of(
                new TaskStoreException("memory is full", null),
                new TaskStoreUnavailableException("no answer", null),
                new InvalidSettingException("", "limits", "must have at most 16 topics"))) {
            answers.add(failure);
            assertThatThrownBy(() -> rules(mine).declare()).isSameAs(failure);
        }
    }

    @Test
    void instanceThatRunsShouldGoOnIfTheStoreRefusesRules() {
        LimitRules rules = rules(mine);
        answers.add(new TaskStoreException("memory is full", null));
        answers.add(new InvalidSettingException("", "limits", "must have at most 16 topics"));
        rules.restore();
        rules.restore();
        assertThat(log.with("tried every ten seconds")).hasSize(1);
        RuntimeException away = new TaskStoreUnavailableException("no answer", null);
        answers.add(away);
        assertThatThrownBy(rules::restore).isSameAs(away);
    }
}
