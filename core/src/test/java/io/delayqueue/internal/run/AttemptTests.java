package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.run.Attempt.Reason;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ReservedTask;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttemptTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final TaskExecution task = new TaskExecution(
            new TopicName("g", "t"),
            new ReservedTask(new Delivery("t", "a", 1, "i", null), 1, 0, 0, 0, new byte[0]),
            0,
            System.nanoTime(),
            HOUR,
            EngineTime.passing(Clock.systemUTC()));

    private final Attempt run = task.attempt();

    private final AtomicInteger cancellations = new AtomicInteger();

    private volatile boolean interrupted;

    /** This thread is the one that runs interrupt. */
    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    @Test
    void touchShouldNotBringBackTimeThatIsOver() {
        run.begin(AttemptCaller.ON_THREADS);
        run.limit(Duration.ofNanos(-1));
        Instant deadline = run.deadline();
        run.touch();
        assertThat(run.deadline()).isEqualTo(deadline);
        assertThat(run.interruptIfTimedOut(System.nanoTime())).isTrue();
    }

    @Test
    void touchShouldNotUndoAnInterruption() {
        run.begin(AttemptCaller.ON_THREADS);
        run.limit(HOUR);
        Instant deadline = run.deadline();
        assertThat(run.interruptIfTimedOut(in(HOUR.plusSeconds(1)))).isTrue();
        run.touch();
        assertThat(run.deadline()).isEqualTo(deadline);
        assertThat(run.interruptedBy()).isEqualTo(Reason.TIME_OVER);
    }

    @Test
    void limitShouldTakeAnyTime() {
        run.begin(AttemptCaller.ON_THREADS);
        run.limit(Duration.ofSeconds(Long.MAX_VALUE));
        run.touch();
        assertThat(run.deadline())
                .isBetween(
                        Instant.now().plus(Task.MAX_DELAY.minus(HOUR)),
                        Instant.now().plus(Task.MAX_DELAY));
        assertThat(run.interruptIfTimedOut(System.nanoTime())).isFalse();
    }

    @Test
    void touchShouldDoNothingWhenTheRunHasEnded() {
        run.begin(AttemptCaller.ON_THREADS);
        run.limit(HOUR);
        Instant deadline = run.deadline();
        run.tryEnd();
        run.touch();
        assertThat(run.deadline()).isEqualTo(deadline);
    }

    @Test
    void failureShouldNotBeKeptUntilTheOutcomeIsStored() {
        run.begin(AttemptCaller.ON_THREADS);
        WeakReference<Throwable> failure = failed();
        run.tryEnd();
        await().until(() -> {
            System.gc();
            return failure.get() == null;
        });
        assertThat(run.interruptedBy()).isNull();
    }

    private WeakReference<Throwable> failed() {
        Throwable failure = new IllegalStateException("a stack that many runs would keep through an outage");
        task.failed(failure);
        return new WeakReference<>(failure);
    }

    private void suspend() {
        run.begin(AttemptCaller.ON_THREADS);
        run.limit(HOUR);
        run.returned();
        assertThat(run.suspend(cancellations::incrementAndGet)).isTrue();
    }

    @Test
    void runThatHasNotBegunShouldNotBeInterruptedOnRequest() {
        assertThat(run.interrupt(Reason.REQUEST)).isFalse();
        run.begin(AttemptCaller.ON_THREADS);
        assertThat(run.isToFail()).isFalse();
    }

    /** The callback has not answered its interruption, and has returned work. */
    @Test
    void runThatWasInterruptedBeforeShouldBeCancelledWhenItIsSuspended() {
        run.begin(AttemptCaller.ON_THREADS);
        assertThat(run.interrupt(Reason.REMOVAL)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        run.returned();
        assertThat(run.suspend(cancellations::incrementAndGet)).isTrue();
        assertThat(cancellations).hasValue(1);
    }

    @Test
    void runThatHasEndedShouldNeitherBeSuspendedNorWoken() {
        run.begin(AttemptCaller.ON_THREADS);
        assertThat(run.abandon(true)).isTrue();
        run.returned();
        assertThat(run.suspend(cancellations::incrementAndGet)).isFalse();
        run.wake();
        assertThat(run.resume()).isFalse();
        assertThat(cancellations).hasValue(0);
    }

    @Test
    void runShouldBeResumedOnceItIsWoken() {
        suspend();
        assertThat(run.resume()).as("before its work has ended").isFalse();
        run.wake();
        run.wake();
        assertThat(run.resume()).isTrue();
        run.wake();
        assertThat(run.resume()).isFalse();
    }

    /** The work has ended in time; its end waits for a thread. */
    @Test
    void runThatWaitsForAThreadShouldNotRunOutOfTime() {
        suspend();
        run.wake();
        assertThat(run.interruptIfTimedOut(in(HOUR.plusSeconds(1)))).isFalse();
        assertThat(run.interrupt(Reason.SHUTDOWN)).isFalse();
        assertThat(cancellations).hasValue(0);
    }

    /** Interceptors of the end are bounded as those of the beginning. */
    @Test
    void resumedRunShouldBeInterruptedOnItsNewThread() throws InterruptedException {
        suspend();
        run.wake();
        Thread other = new Thread(() -> {
            run.resume();
            run.interruptIfTimedOut(in(HOUR.plusSeconds(1)));
            interrupted = Thread.interrupted();
        });
        other.start();
        other.join();
        assertThat(interrupted).isTrue();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(cancellations).hasValue(0);
    }

    @Test
    void abandonedRunWithoutAThreadShouldLeaveItsSlot() {
        suspend();
        assertThat(run.abandon(false)).isTrue();
        assertThat(run.isReplaced()).isTrue();
        run.wake();
        assertThat(run.resume()).as("a late result").isFalse();
    }
}
