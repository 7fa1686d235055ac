package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.BatchCallback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches of three tasks on their way through the consumer of a topic, which runs one batch at once. */
class BatchExecutionsTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    /** Workers that wait for a thread. */
    private final List<Runnable> started = new ArrayList<>();

    private final List<List<PendingOutcome>> outcomes = new ArrayList<>();

    private final List<Integer> sizes = new ArrayList<>();

    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> reservation());

    private AttemptCaller caller = AttemptCaller.ON_THREADS;

    private boolean outOfMemory;

    private boolean drained;

    /** Attempt of the tasks that are reserved; they have three. */
    private int attempt = 1;

    private @Nullable TaskContext called;

    /** Is called by the callback of each batch. */
    private Runnable body = () -> {};

    private final TopicConsumer consumer = consumer();

    private TopicConsumer consumer() {
        EngineTime time = new EngineTime(() -> 0, Clock.systemUTC(), false);
        Driver threads = Drivers.threads(time, new Pools(started::add, false, started::add), new Outage("nowhere"));
        GroupContext context = Drivers.context(
                new AtomicLong(),
                TestPorts.answering(Backend.class, (method, arguments) -> store),
                TestPorts.answering(Driver.class, (method, arguments) -> switch (method.getName()) {
                    case "caller" -> caller;
                    case "resume" -> throw new IllegalStateException("for the test");
                    default -> method.invoke(threads, arguments);
                }),
                group -> drained);
        TopicOptions options = TopicOptions.builder()
                .concurrency(1)
                .maxAttempts(3)
                .retryPolicy(ExponentialBackoff.DEFAULT)
                .batch(new BatchOptions(3, 1, null))
                .build();
        BatchCallback<Object> callback = (tasks, task) -> {
            sizes.add(tasks.size());
            called = task;
            body.run();
        };
        DeadLetterNotifier deadLetters =
                new DeadLetterNotifier(List.of(), context.observers().taskEvents(), Threads.log());
        return new TopicConsumer(
                TOPIC,
                TestExecutions.runner(
                        TOPIC,
                        new TopicCallback(TOPIC, Object.class, callback, options, "test"),
                        options,
                        context,
                        List.of()),
                context,
                deadLetters,
                this::end,
                () -> {});
    }

    private void end(List<PendingOutcome> ended) {
        if (outOfMemory) {
            throw new OutOfMemoryError("for the test");
        }
        outcomes.add(ended);
    }

    /** Runs the next batch. */
    private void run() {
        consumer.signalled();
        consumer.fill();
        started.remove(0).run();
    }

    private Reservation reservation() {
        List<ReservedTask> tasks = Stream.of("a", "b", "c")
                .map(id -> new ReservedTask(
                        new Delivery("t", id, 1, "i", null),
                        attempt,
                        0,
                        0,
                        0,
                        "[0,\"t\"]".getBytes(StandardCharsets.UTF_8)))
                .toList();
        return new Reservation(tasks, 0, 0, false, false);
    }

    private Stream<Outcome> ended() {
        return outcomes.stream().flatMap(List::stream).map(PendingOutcome::outcome);
    }

    private int unacknowledged() {
        return consumer.watch().status().unacknowledged();
    }

    @Test
    void allTasksOfABatchThatHasNotBegunShouldBeGivenBack() {
        consumer.fill();
        consumer.stop();
        assertThat(ended())
                .containsExactlyInAnyOrderElementsOf(reservation().tasks().stream()
                        .<Outcome>map(task -> new Outcome.Released(task.delivery(), false))
                        .toList());
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    @Test
    void tasksOfABatchThatHasEndedShouldWaitForTheirAcknowledgement() {
        consumer.fill();
        assertThat(unacknowledged()).isZero();
        started.get(0).run();
        assertThat(sizes).containsExactly(3);
        assertThat(ended()).hasSize(3).hasOnlyElementsOfType(Outcome.Finished.class);
        assertThat(unacknowledged()).isEqualTo(3);
        assertThat(consumer.wantsMore()).isTrue();
        reservation().tasks().forEach(task -> consumer.executions().acknowledged(task.delivery()));
        assertThat(unacknowledged()).isZero();
        assertThat(consumer.isIdle()).isTrue();
    }

    @Test
    void noBatchShouldWaitForAnotherHoweverFastTheyAre() {
        for (int i = 0; i < 50; i++) {
            run();
            reservation().tasks().forEach(task -> consumer.executions().acknowledged(task.delivery()));
        }
        consumer.signalled();
        consumer.fill();
        assertThat(consumer.wantsMore()).isFalse();
    }

    @Test
    void batchWhoseOutcomesAreNotTakenForLackOfMemoryShouldBeLetGo() {
        outOfMemory = true;
        assertThatThrownBy(this::run).isInstanceOf(OutOfMemoryError.class);
        outOfMemory = false;
        assertLetGo();
    }

    @Test
    void batchWhoseOutcomesAreDiscardedShouldBeLetGo() {
        caller = new AttemptCaller() {
            @Override
            public void interrupt(Thread thread) {}

            @Override
            public void returned() {
                throw new OutOfMemoryError("for the test");
            }
        };
        assertThatThrownBy(this::run).isInstanceOf(OutOfMemoryError.class);
        caller = AttemptCaller.ON_THREADS;
        assertLetGo();
    }

    /** Expects that nothing of a batch is left, and that the next one counts as any other. */
    private void assertLetGo() {
        assertThat(consumer.executions().all()).as("leases that are renewed").isEmpty();
        assertThat(consumer.executions().isRunning()).isFalse();
        run();
        assertThat(unacknowledged()).isEqualTo(3);
    }

    /** Outcomes wait as long as the store does not answer. */
    @Test
    void tasksOfABatchThatHasEndedShouldKeepNoDetail() {
        consumer.fill();
        consumer.watch().discard("b", 1, true);
        started.get(0).run();
        assertThat(sizes).containsExactly(2);
        assertNoDetail();
    }

    @Test
    void tasksOfABatchThatIsGivenBackShouldKeepNoDetail() {
        consumer.fill();
        consumer.stop();
        assertNoDetail();
    }

    @Test
    void piecesShouldRunOneBehindTheOtherInOneSlot() {
        attempt = 3;
        List<String> seen = new ArrayList<>();
        body = () -> {
            EngineStatus.TopicStatus status = consumer.watch().status();
            seen.add(status.running() + " runs, " + status.waiting() + " wait, " + status.unacknowledged() + " ended");
            assertThat(consumer.executions().all())
                    .as("leases that are renewed")
                    .hasSize(3);
            assertThat(consumer.wantsMore()).isFalse();
        };
        consumer.fill();
        started.remove(0).run();
        assertThat(seen)
                .containsExactly("1 runs, 0 wait, 0 ended", "1 runs, 0 wait, 1 ended", "1 runs, 0 wait, 2 ended");
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(ended()).hasSize(3).hasOnlyElementsOfType(Outcome.Finished.class);
        assertThat(outcomes).extracting(ended -> ended.get(0).execution().id()).containsExactly("a", "b", "c");
        assertThat(started).isEmpty();
        assertThat(unacknowledged()).isEqualTo(3);
        assertThat(consumer.wantsMore()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"2, 2, c", "3, 1, b c"})
    void piecesThatHaveNotBegunShouldBeGivenBackAtAStop(int of, int size, String behind) {
        attempt = of;
        body = consumer::stop;
        consumer.fill();
        started.remove(0).run();
        assertThat(sizes).containsExactly(size);
        List<PendingOutcome> begun = outcomes.remove(outcomes.size() - 1);
        assertThat(begun.stream().map(PendingOutcome::outcome))
                .hasSize(size)
                .hasOnlyElementsOfType(Outcome.Finished.class);
        assertGivenBack(behind.split(" "));
    }

    @Test
    void allPiecesShouldBeGivenBackAtAStopBeforeTheFirst() {
        attempt = 3;
        consumer.fill();
        consumer.stop();
        assertGivenBack("a", "b", "c");
        assertThat(sizes).isEmpty();
        assertNoDetail();
    }

    @Test
    void piecesOfADrainedInstanceShouldNotBegin() {
        attempt = 3;
        body = () -> drained = true;
        consumer.fill();
        started.remove(0).run();
        assertThat(sizes).containsExactly(1);
        outcomes.remove(0);
        assertGivenBack("b", "c");
    }

    private void assertGivenBack(String... ids) {
        assertThat(ended())
                .containsExactlyElementsOf(Stream.of(ids)
                        .<Outcome>map(id -> new Outcome.Released(new Delivery("t", id, 1, "i", null), false))
                        .toList());
        assertThat(consumer.executions().isRunning()).isFalse();
        assertThat(unacknowledged()).isEqualTo(3);
    }

    @Test
    void pieceWhoseOutcomesAreNotTakenShouldLetTheNextOneBegin() {
        attempt = 3;
        body = () -> outOfMemory = sizes.size() == 1;
        consumer.fill();
        assertThatThrownBy(() -> started.remove(0).run()).isInstanceOf(OutOfMemoryError.class);
        started.remove(0).run();
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(ended()).hasSize(2);
        assertThat(unacknowledged()).isEqualTo(2);
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    @Test
    void nextPieceShouldBeginWhenNoThreadEndsTheWorkOfOne() {
        attempt = 3;
        CompletableFuture<Void> work = new CompletableFuture<>();
        body = () -> {
            if (sizes.size() == 1) {
                called.completeWith(work);
            }
        };
        consumer.fill();
        started.remove(0).run();
        assertThat(sizes).containsExactly(1);
        assertThat(started).isEmpty();
        work.complete(null);
        started.remove(0).run();
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(ended().map(Outcome::delivery).map(Delivery::id)).containsExactly("b", "c");
        assertThat(consumer.executions().isRunning()).isFalse();
        assertThat(unacknowledged()).isEqualTo(2);
    }

    @Test
    void nextPieceShouldBeginOnAnotherThreadWhenOneIsAbandoned() {
        attempt = 3;
        List<Attempt> abandoned = new ArrayList<>();
        body = () -> {
            if (sizes.size() == 1) {
                consumer.executions().attempts().filter(Attempt::isOpen).forEach(abandoned::add);
                Attempt stuck = abandoned.get(0);
                assertThat(consumer.executions().abandon(stuck, stuck.outcomes(PendingOutcome::started)))
                        .isTrue();
                started.remove(0).run();
            }
        };
        consumer.fill();
        started.remove(0).run();
        assertThat(abandoned).hasSize(1);
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(ended().map(Outcome::delivery).map(Delivery::id)).containsExactly("a", "b", "c");
        assertThat(consumer.executions().isRunning()).isFalse();
        assertThat(unacknowledged()).isEqualTo(3);
    }

    private void assertNoDetail() {
        assertThat(consumer.executions().all()).hasSize(3).allSatisfy(task -> assertThat(task.detail())
                .isEmpty());
    }
}
