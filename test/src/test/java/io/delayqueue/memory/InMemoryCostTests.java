package io.delayqueue.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A step costs at most the logarithm of the number of tasks, in counted operations. Only a reclaim goes through all leases of its topic. */
class InMemoryCostTests {

    private static final int FEW = 1_000;

    private static final int MANY = 100_000;

    /** The logarithms differ by less than a factor of two, but trees are not perfectly balanced. */
    private static final int FACTOR = 3;

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final Duration LEASE = Duration.ofDays(1);

    @Test
    void noStepShouldGoThroughAllTasks() {
        Map<String, Long> few = new Store(FEW).costs();
        Map<String, Long> many = new Store(MANY).costs();
        assertThat(many).hasSizeGreaterThan(25).allSatisfy((step, cost) -> assertThat(cost)
                .as("cost of %s, which was %s of a hundredth", step, few.get(step))
                .isLessThanOrEqualTo(FACTOR * few.get(step)));
    }

    /** Costs of each step on a store with a number of tasks, a quarter in each state. */
    private static final class Store {

        private final SetClock clock = new SetClock(Instant.parse("2026-01-01T00:00:00Z"));

        private final CountedMaps maps = new CountedMaps();

        private final InMemoryBackend backend = new InMemoryBackend(clock, maps);

        private final TaskStore tasks = backend.tasks();

        private final TopicStore topics = backend.topics();

        private final Map<String, Long> costs = new LinkedHashMap<>();

        private final List<Delivery> reserved;

        Store(int number) {
            add("dead", number / 4, 0);
            reserve(number / 4).forEach(one -> tasks.acknowledge("g", List.of(new Outcome.Dead(one, "{}"))));
            add("reserved", number / 4, 0);
            reserved = reserve(number / 4);
            add("ready", number / 4, 0);
            push();
            add("delayed", number / 4, 3_600_000);
        }

        private void add(String name, int number, long delay) {
            for (int i = 0; i < number; i++) {
                tasks.add("g", List.of(task(name + i, delay + 10L * i)));
            }
            clock.pass(Duration.ofMillis(10L * number).minusMillis(delay > 0 ? 10L * number : 0));
        }

        private static NewTask task(String id, long delay) {
            AddMode mode = new AddMode(Priority.NORMAL, IfExists.REPLACE);
            return new NewTask("t", id, delay, true, "\"t\",1]".getBytes(UTF_8), mode);
        }

        private void push() {
            while (tasks.push("g", "i", List.of()).waitMicros() == 0) {}
        }

        private List<Delivery> reserve(int number) {
            push();
            List<Delivery> all = new ArrayList<>();
            while (all.size() < number) {
                tasks.reserve(TOPIC, "i", LEASE, Math.min(number - all.size(), TaskStore.MAX_BATCH)).tasks().stream()
                        .map(ReservedTask::delivery)
                        .forEach(all::add);
            }
            return all;
        }

        private Delivery next() {
            return reserved.remove(reserved.size() / 2);
        }

        private void cost(String step, Runnable run) {
            maps.counted();
            run.run();
            costs.put(step, maps.counted());
        }

        Map<String, Long> costs() {
            cost("add", () -> tasks.add("g", List.of(task("new", 3_600_005))));
            cost("add what is due", () -> tasks.add("g", List.of(task("due", 0))));
            cost("push", () -> tasks.push("g", "i", List.of("t")));
            for (String id : List.of("delayed99", "ready99", "reserved99", "dead99")) {
                cost("replace " + id, () -> tasks.add("g", List.of(task(id, 60_000))));
            }
            for (String id : List.of("delayed101", "ready101", "reserved101", "dead101")) {
                cost("find " + id, () -> tasks.find("g", List.of(id)));
                cost("reschedule " + id, () -> tasks.reschedule("g", id, 70_000, true));
                cost("requeue " + id, () -> tasks.requeue("g", List.of(id)));
                cost("remove " + id, () -> tasks.remove("g", List.of(id)));
            }
            cost("reserve", () -> tasks.reserve(TOPIC, "i", LEASE, 1));
            cost("pushAndReserve", () -> tasks.pushAndReserve(TOPIC, "i", List.of("t"), LEASE, 1));
            Delivery renewed = reserved.get(7);
            cost("renew", () -> tasks.renew("g", List.of(renewed), LEASE));
            cost("finish", () -> tasks.acknowledge("g", List.of(new Outcome.Finished(next()))));
            cost("retry", () -> tasks.acknowledge("g", List.of(new Outcome.Retry(next(), 1_000, "{}"))));
            cost(
                    "repeat",
                    () -> tasks.acknowledge(
                            "g", List.of(new Outcome.NextOccurrence(next(), Timing.RATE, 1_000, null))));
            cost("bury", () -> tasks.acknowledge("g", List.of(new Outcome.Dead(next(), "{}"))));
            cost("release", () -> tasks.acknowledge("g", List.of(new Outcome.Released(next(), true))));
            cost("time", () -> tasks.time("g"));
            cost("resign", () -> tasks.resign("g", "i"));
            for (TaskState state : TaskState.values()) {
                cost("list " + state, () -> topics.list(TOPIC, state, null, 10, true));
            }
            cost("count", () -> topics.count("g", List.of()));
            cost("forecast", () -> topics.forecast("g", List.of(), TopicForecast.DEFAULT_WINDOWS));
            cost("pause", () -> topics.pause(TOPIC));
            cost("resume", () -> topics.resume(TOPIC));
            cost("trim", () -> topics.trimDeadLetters(TOPIC, new DeadLetterRetention(Duration.ofDays(1), MANY)));
            cost("next", () -> backend.next(List.of("g")));
            cost("first ready", () -> backend.firstReady(List.of(TOPIC)));
            return costs;
        }
    }
}
