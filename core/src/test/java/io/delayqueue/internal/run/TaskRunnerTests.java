package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.BatchFailedException;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TaskRunnerTests {

    private static final int MAX_ATTEMPTS = 2;

    private final List<Integer> begun = new ArrayList<>();

    private @Nullable Exception failure;

    private Consumer<TaskExecution> meanwhile = execution -> {};

    private @Nullable TaskExecution running;

    private final Backend refusing = TestPorts.answering(Backend.class, (method, arguments) -> {
        throw new TaskStoreException("for the test", null);
    });

    private final TaskRunner runner = TestExecutions.runner(
            new TopicName("g", "t"),
            TestEngines.topicCallback(
                    "g",
                    (payload, context) -> {
                        begun.add(context.attempt());
                        meanwhile.accept(running);
                        if (failure != null) {
                            throw failure;
                        }
                    },
                    TopicOptions.DEFAULT),
            TopicOptions.builder()
                    .concurrency(1)
                    .maxAttempts(MAX_ATTEMPTS)
                    .retryPolicy(ExponentialBackoff.DEFAULT)
                    .build(),
            Drivers.context(new AtomicLong(), refusing, Drivers.threads()),
            List.of());

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    private PendingOutcome run(int attempt) {
        running = TestExecutions.reserved(attempt, System::nanoTime);
        running.attempt().begin(AttemptCaller.ON_THREADS);
        return run();
    }

    private PendingOutcome run() {
        List<PendingOutcome> outcomes = runner.run(running.attempt());
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0);
    }

    /** Runs a task that was reserved at the epoch, so long after that. */
    private Outcome runAfter(Duration time, String options) {
        long reservedAt = System.nanoTime();
        AtomicLong now = new AtomicLong(reservedAt);
        byte[] detail = ("[0,\"t\",null," + options + "]").getBytes(StandardCharsets.UTF_8);
        running = TestExecutions.reserved(1, 0, detail, now::get);
        now.set(reservedAt + time.toNanos());
        running.attempt().begin(AttemptCaller.ON_THREADS);
        return run().outcome();
    }

    /** The instance stood still, but for less than the lease. */
    @Test
    void taskThatHasBecomeTooLateSinceItsLeaseShouldNotBegin() {
        assertThat(runAfter(Duration.ofSeconds(5), "{\"notAfter\":5000}"))
                .isEqualTo(new Outcome.Finished(running.delivery()));
        assertThat(runAfter(Duration.ofSeconds(5), "{\"within\":5000}"))
                .isEqualTo(new Outcome.Finished(running.delivery()));
        assertThat(begun).hasSize(2);
        for (String option : List.of("{\"notAfter\":5000}", "{\"within\":5000}", "{\"within\":1,\"notAfter\":5000}")) {
            assertThat(runAfter(Duration.ofMillis(5_001), option)).isInstanceOfSatisfying(Outcome.Dead.class, dead -> {
                assertThat(dead.begun()).isFalse();
                assertThat(dead.error()).endsWith("\"deadReason\":\"EXPIRED\"}");
            });
        }
        assertThat(begun).hasSize(2);
    }

    @Test
    void attemptsWithoutAnOutcomeShouldEndATaskWhoseRetriesAreTooOld() {
        failure = RetryTaskException.later(Duration.ofSeconds(1), "busy");
        for (int attempt : List.of(1, 6, 7)) {
            byte[] detail = "[0,\"t\",null,{\"retryFor\":1000}]".getBytes(StandardCharsets.UTF_8);
            running = TestExecutions.reserved(attempt, -2_000, detail, System::nanoTime);
            running.attempt().begin(AttemptCaller.ON_THREADS);
            assertThat(run().outcome()).isInstanceOf(Outcome.Dead.class);
        }
        assertThat(begun).containsExactly(1, 6);
    }

    @Test
    void taskOfAnotherApplicationShouldBeGivenBackAndItsTopicReported() {
        List<TopicName> foreign = new ArrayList<>();
        ClassLoader classes = getClass().getClassLoader();
        TopicName topic = new TopicName("g", "t");
        TaskRunner others = new TaskRunner(
                topic,
                null,
                TopicOptions.builder().maxAttempts(1).build(),
                Drivers.context(new AtomicLong(), refusing, Drivers.threads()),
                new CallbackInvoker(JsonMapper.shared(), AllowedCallbacks.NONE, classes, any -> false, foreign::add),
                new Repeats(null),
                new Attempts(List.of()),
                TestExecutions.NO_RECORDS);
        TaskExecution task = TestExecutions.reserved();
        task.attempt().begin(AttemptCaller.ON_THREADS);
        assertThat(others.run(task.attempt()))
                .extracting(PendingOutcome::outcome)
                .containsExactly(new Outcome.Released(task.delivery(), false));
        assertThat(foreign).containsExactly(topic);
    }

    private void assertGivenBack(@Nullable PendingOutcome outcome) {
        assertThat(outcome).isNotNull();
        assertThat(outcome.outcome()).isEqualTo(new Outcome.Released(running.delivery(), true));
    }

    @Test
    void fiveAttemptsThatEndedWithoutAnOutcomeShouldBeMadeUpFor() {
        failure = new IllegalStateException("for the test");
        for (int attempt = 1; attempt <= MAX_ATTEMPTS + 6; attempt++) {
            PendingOutcome outcome = run(attempt);
            assertThat(outcome).isNotNull();
            assertThat(outcome.outcome().kind())
                    .isEqualTo(attempt < MAX_ATTEMPTS ? Outcome.Kind.RETRY : Outcome.Kind.DEAD);
        }
        assertThat(begun).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void callbackThatThrowsAfterTheInterruptionByAStopShouldBeGivenBack() {
        meanwhile = execution -> execution.attempt().interrupt(Reason.SHUTDOWN);
        for (Exception thrown : List.of(
                new IllegalStateException("for the test"),
                new InterruptedException(),
                new UnreadableTaskException("for the test"))) {
            failure = thrown;
            assertGivenBack(run(MAX_ATTEMPTS));
        }
    }

    @Test
    void holdShouldBeWrittenAlsoAfterTheInterruptionByAStop() {
        meanwhile = execution -> execution.attempt().interrupt(Reason.SHUTDOWN);
        failure = RetryTaskException.holdTopic(Duration.ofSeconds(2), "429");
        PendingOutcome outcome = run(MAX_ATTEMPTS);
        assertThat(outcome).isNotNull();
        assertThat(outcome.outcome())
                .isEqualTo(new Outcome.Released(running.delivery(), true, new Outcome.Hold(null, 2_000)));
    }

    @Test
    void exceptionOfABatchShouldDecideNothingForOneTask() {
        failure = BatchFailedException.stoppedAt(0, new RejectTaskException("for the test"));
        PendingOutcome outcome = run(1);
        assertThat(outcome).isNotNull();
        assertThat(outcome.outcome()).isInstanceOfSatisfying(Outcome.Retry.class, retry -> assertThat(retry.error())
                .contains("1 of a batch failed, the first at 0"));
    }

    /** The message may be false, and the callback has seen it. */
    @Test
    void callbackThatReturnsAfterTheAnnouncementOfARemovalShouldBeGivenBack() {
        meanwhile = TaskExecution::cancel;
        assertGivenBack(run(MAX_ATTEMPTS));
    }
}
