package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.history.HistoryRules;
import io.delayqueue.internal.limit.LimitRules;
import io.delayqueue.limit.Limit;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RegistrationTests {

    private final Map<String, Set<String>> registered = new TreeMap<>(Map.of("other", Set.of("t")));

    private @Nullable TaskStoreException refusal;

    private final List<String> calls = new ArrayList<>();

    private final RegistryStore store = TestPorts.answering(RegistryStore.class, (method, arguments) -> {
        calls.add(method.getName());
        if (method.getName().equals("load")) {
            return Map.copyOf(registered);
        }
        if (method.isDefault()) {
            return RegistryStore.WRITES_LAYOUT;
        }
        if (refusal != null) {
            throw refusal;
        }
        registered.put("g", Set.of("t"));
        return true;
    });

    private final LocalTopics localTopics = new LocalTopics(Set.of(), true, false);

    private final LimitStore limitStore = TestPorts.answering(LimitStore.class, (method, arguments) -> {
        calls.add(method.getName());
        return new LimitStore.Changes(new TreeMap<>(), new TreeMap<>());
    });

    private final LimitRules limits = new LimitRules(
            TestPorts.answering(Backend.class, (method, arguments) -> limitStore),
            "i",
            Map.of(
                    "g",
                    new Declaration(
                            List.of(Limit.of("g", "a").concurrency(1)),
                            Map.of("t", new LeaseRule(List.of("a"), null, 1, 0)))));

    private final HistoryRules histories = new HistoryRules(
            TestPorts.answering(
                    Backend.class,
                    (method, arguments) -> TestPorts.answering(
                            HistoryStore.class,
                            (called, given) -> called.getName().equals("changed") ? Set.of() : Map.of())),
            "i",
            Map.of());

    private final Registration registration =
            new Registration(store, "here", localTopics, limits, histories, reason -> {});

    @AutoClose
    private final LogLines log = new LogLines(Registration.class);

    @Test
    void whatIsRegisteredShouldBeReadThoughTheStoreTakesNoRegistration() {
        localTopics.add(new TopicName("g", "t"));
        refusal = new TaskStoreException("memory is full", null);
        assertThat(registration.read(Map.of())).containsOnlyKeys("other");
        assertThat(registration.read(Map.of())).containsOnlyKeys("other");
        assertThat(log.with("refuses to restore them")).hasSize(1);
        refusal = null;
        assertThat(registration.read(Map.of())).containsOnlyKeys("g", "other");
        assertThat(log.with("registered again")).hasSize(1);
    }

    @Test
    void readShouldFailIfTheStoreIsAway() {
        localTopics.add(new TopicName("g", "t"));
        refusal = new TaskStoreUnavailableException("no answer", null);
        assertThatThrownBy(() -> registration.read(Map.of())).isSameAs(refusal);
    }

    /** The caller consumes topics as soon as the registry is read. */
    @Test
    void rulesOfLimitsShouldBeWrittenBeforeTheRegistryIsApplied() {
        registration.register();
        assertThat(calls).containsExactly("layout", "layout", "declare", "load");
        calls.clear();
        registration.read(Map.of());
        assertThat(calls).containsExactly("layout", "load", "declare");
    }
}
