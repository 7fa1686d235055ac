package io.delayqueue.internal.acknowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Clock;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgerTests {

    private static final byte[] SMALL = new byte[1];

    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();

    @Test
    void reportThatFailsShouldNotKeepTheOthersFromBeingReported() {
        TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> List.of());
        Acknowledger acknowledger = acknowledger(store, this::acknowledged);
        for (String id : List.of("a", "broken", "b")) {
            acknowledger.add(List.of(finished("t", id)));
        }
        acknowledger.add(List.of(PendingOutcome.unstarted(run("t", "c", SMALL))));
        acknowledger.handle().start();
        await().until(() -> acknowledged.contains("c"));
        acknowledger.flush(Duration.ofSeconds(10));
        assertThat(acknowledged).containsExactly("a", "broken", "b", "c");
        assertThat(acknowledger.unacknowledged()).isZero();
    }

    /** Memory may run out while the reply is read, for example. */
    @Test
    void outcomeWhoseReplyCannotBeReadShouldBeAcknowledgedOnce() {
        Queue<Boolean> reported = new ConcurrentLinkedQueue<>();
        AtomicInteger calls = new AtomicInteger();
        PendingOutcome outcome = finished("t", "a");
        TaskStore store = TestPorts.answering(
                TaskStore.class,
                (method, arguments) -> calls.incrementAndGet() == 1 ? new Unreadable() : List.of(outcome.delivery()));
        Acknowledger acknowledger = acknowledger(store, (pending, stale) -> reported.add(stale));
        acknowledger.add(List.of(outcome));
        acknowledger.handle().start();
        await().until(() -> !reported.isEmpty());
        acknowledger.flush(Duration.ofSeconds(10));
        assertThat(reported).containsExactly(false);
        assertThat(acknowledger.unacknowledged()).isZero();
    }

    private static final class Unreadable extends AbstractList<Delivery> {

        @Override
        public Delivery get(int index) {
            throw new OutOfMemoryError("meant to be");
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private void acknowledged(PendingOutcome pending, boolean stale) {
        acknowledged.add(pending.delivery().id());
        if (pending.delivery().id().equals("broken")) {
            throw new AssertionError("meant to be");
        }
    }

    private static PendingOutcome dead(String topic, String id) {
        TaskExecution run = run(topic, id, SMALL);
        return new PendingOutcome(run, new Outcome.Dead(run.delivery(), "for the test"), null);
    }

    private static PendingOutcome finished(String topic, String id) {
        return finished(run(topic, id, SMALL));
    }

    private static PendingOutcome finished(TaskExecution run) {
        return new PendingOutcome(run, new Outcome.Finished(run.delivery()), null);
    }

    private static TaskExecution run(String topic, String id, byte[] detail) {
        ReservedTask task = new ReservedTask(new Delivery(topic, id, 1, "i", null), 1, 0, 0, 0, detail);
        return new TaskExecution(
                new TopicName("g", topic), task, 0, 0, Duration.ofSeconds(30), EngineTime.passing(Clock.systemUTC()));
    }

    private static Acknowledger acknowledger(TaskStore store, BiConsumer<PendingOutcome, Boolean> acknowledged) {
        return new Acknowledger(
                Drivers.context(
                        new AtomicLong(),
                        TestPorts.answering(Backend.class, (method, arguments) -> store),
                        Drivers.threads()),
                acknowledged);
    }

    /** Refuses every call with an outcome of which this is true; counts those of single outcomes. */
    private TaskStore refusing(Predicate<Delivery> refused, Map<String, Integer> singles) {
        return TestPorts.answering(TaskStore.class, (method, arguments) -> {
            List<?> outcomes = (List<?>) arguments[1];
            List<Delivery> deliveries = outcomes.stream()
                    .map(outcome -> ((Outcome) outcome).delivery())
                    .toList();
            if (deliveries.size() == 1) {
                singles.merge(deliveries.get(0).id(), 1, Integer::sum);
            }
            if (deliveries.stream().anyMatch(refused)) {
                throw new TaskStoreException("refused", null);
            }
            return List.of();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusedOutcomesShouldHoldUpNeitherOthersOfTheirKindNorOtherKinds(boolean first) {
        Map<String, Integer> singles = new ConcurrentHashMap<>();
        TaskStore store = refusing(delivery -> delivery.topic().equals("bad"), singles);
        Acknowledger acknowledger = acknowledger(store, this::acknowledged);
        for (int i = 0; first && i < 700; i++) {
            acknowledger.add(List.of(dead("bad", "bad" + i)));
        }
        for (int i = 0; i < 50; i++) {
            acknowledger.add(List.of(dead("good", "dead" + i)));
            acknowledger.add(List.of(finished("good", "finished" + i)));
        }
        for (int i = 0; !first && i < 700; i++) {
            acknowledger.add(List.of(dead("bad", "bad" + i)));
        }
        acknowledger.handle().start();
        await().until(() -> acknowledged.size() == 100);
        assertThat(acknowledger.unacknowledged()).isEqualTo(700);
        singles.clear();
        acknowledger.flush(Duration.ofSeconds(60));
        assertThat(acknowledger.unacknowledged()).isEqualTo(700);
        assertThat(acknowledged).hasSize(100);
        assertThat(singles).hasSize(700);
    }

    @Test
    void outcomesOfTasksThatAreLargeTogetherShouldNotShareACall() {
        Queue<Integer> calls = new ConcurrentLinkedQueue<>();
        byte[] megabyte = new byte[1 << 20];
        TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
            calls.add(((List<?>) arguments[1]).size());
            return List.of();
        });
        Acknowledger acknowledger = acknowledger(store, this::acknowledged);
        for (int i = 0; i < 100; i++) {
            acknowledger.add(List.of(finished(run("t", "a" + i, megabyte))));
        }
        acknowledger.add(List.of(finished(run("t", "huge", new byte[65 << 20]))));
        acknowledger.handle().start();
        await().until(() -> acknowledged.size() == 101);
        assertThat(calls).containsExactly(64, 36, 1);
        acknowledger.flush(Duration.ofSeconds(60));
    }

    @Test
    void singleOutcomeThatIsRefusedShouldHoldUpNoOtherOfItsTopic() {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        refused.add("a700");
        TaskStore store = refusing(delivery -> refused.contains(delivery.id()), new ConcurrentHashMap<>());
        Acknowledger acknowledger = acknowledger(store, this::acknowledged);
        for (int i = 0; i < 1_000; i++) {
            acknowledger.add(List.of(dead("t", "a" + i)));
        }
        acknowledger.handle().start();
        await().until(() -> acknowledged.size() == 999);
        assertThat(acknowledger.unacknowledged()).isEqualTo(1);
        assertThat(acknowledger.sinceAcknowledgedAll()).isPositive();
        refused.clear();
        await().until(() -> acknowledger.unacknowledged() == 0);
        assertThat(acknowledged).hasSize(1_000).doesNotHaveDuplicates();
        acknowledger.flush(Duration.ofSeconds(60));
    }
}
