package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.scenario.HookedLog;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("try") // a hook is there while its block runs
class LaneJobTests {

    private final Outage outage = new Outage("nowhere");

    private final ThreadDriver driver = Drivers.threads(outage);

    private final AtomicBoolean reachable = new AtomicBoolean();

    private final List<JobHandle> jobs = new ArrayList<>();

    /** A job that ends with the test. */
    private JobHandle job(String name, BackgroundJob job) {
        return ending(driver.job(name, job));
    }

    private JobHandle ending(JobHandle job) {
        jobs.add(job);
        return job;
    }

    @AfterEach
    void stop() {
        jobs.forEach(JobHandle::stop);
        assertThat(jobs).allMatch(job -> job.join(Duration.ofSeconds(10)));
    }

    private long callStore() {
        if (!reachable.get()) {
            throw new TaskStoreUnavailableException("for the test", null);
        }
        return BackgroundJob.NEVER;
    }

    /** Out of memory, say, when the failure is to be reported. */
    private static final class Unreportable extends TaskStoreUnavailableException {

        private static final long serialVersionUID = 1L;

        Unreportable() {
            super("for the test", null);
        }

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("for the test");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void jobWhoseFailureCannotBeReportedShouldGoOn(boolean unavailable) {
        AtomicInteger runs = new AtomicInteger();
        JobHandle job = job("any", () -> {
            if (runs.incrementAndGet() < 4) {
                throw unavailable ? new Unreportable() : new IllegalStateException("run " + runs);
            }
            return BackgroundJob.NEVER;
        });
        try (HookedLog failing = new HookedLog("io.delayqueue.internal.drive", event -> {
            throw new IllegalStateException("disk full");
        })) {
            job.start();
            await().until(() -> runs.get() >= 4);
            await().until(() -> outage.length() == null);
        }
    }

    @Test
    void failureAfterOneThatCouldNotBeReportedShouldBeReported() {
        AtomicInteger runs = new AtomicInteger();
        JobHandle job = job("any", () -> {
            throw runs.incrementAndGet() == 1 ? new Unreportable() : new IllegalStateException("run " + runs);
        });
        try (LogLines log = new LogLines(BackgroundJob.class)) {
            job.start();
            await().until(() -> log.with("ERROR any failed").size() == 1);
        }
    }

    /** A lane that has no memory for the next run once, or each time while it is full. */
    private final class FullLane extends Lane {

        private final AtomicInteger left;

        FullLane(int refusals) {
            super(new Outage("nowhere"), 1, Thread::new, Runnable::run);
            this.left = new AtomicInteger(refusals);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (left.getAndDecrement() > 0) {
                throw new OutOfMemoryError("for the test");
            }
            return super.schedule(command, delay, unit);
        }
    }

    @Test
    void jobWhoseNextRunCannotBeScheduledShouldBeStartedByAnotherJob() {
        AtomicInteger runs = new AtomicInteger();
        FullLane full = new FullLane(0);
        LaneJob dying = new LaneJob(
                "dying",
                () -> {
                    full.left.set(runs.incrementAndGet() == 1 ? 3 : 0);
                    return TimeUnit.MILLISECONDS.toNanos(10);
                },
                driver,
                () -> full,
                true);
        ending(dying);
        JobHandle other = job("other", () -> TimeUnit.MILLISECONDS.toNanos(10));
        dying.start();
        await().until(() -> full.left.get() == 2);
        other.start();
        await().until(() -> runs.get() > 2);
        dying.stop();
        assertThat(dying.join(Duration.ofSeconds(10))).isTrue();
        int after = runs.get();
        dying.start();
        stop();
        assertThat(runs).as("a job that has ended is not started again").hasValue(after);
    }

    /** A run has its thread, and not the job yet, when a wake plans another one. */
    @Test
    void wakeAtTheBeginningOfARunShouldLeaveOneRunPlanned() {
        FullLane lane = new FullLane(0);
        CompletableFuture<Void> open = new CompletableFuture<>();
        lane.execute(open::join);
        await().until(() -> lane.getQueue().isEmpty());
        LaneJob job = new LaneJob("any", () -> TimeUnit.HOURS.toNanos(1), driver, () -> lane, true);
        ending(job);
        job.start();
        job.wake();
        job.run();
        assertThat(lane.getQueue()).hasSize(1);
        open.complete(null);
    }

    @Test
    void jobWithoutMemoryAtTheBeginningOfARunShouldBeStartedByAnotherJob() {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        FullLane lane = new FullLane(0);
        LaneJob dying = new LaneJob(
                "dying",
                () -> {
                    runs.incrementAndGet();
                    return BackgroundJob.NEVER;
                },
                driver,
                () -> {
                    if (asked.incrementAndGet() == 2) {
                        throw new OutOfMemoryError("for the test");
                    }
                    return lane;
                },
                true);
        ending(dying);
        dying.start();
        await().until(() -> asked.get() == 2);
        assertThat(runs).hasValue(0);
        job("other", () -> TimeUnit.MILLISECONDS.toNanos(10)).start();
        await().until(() -> runs.get() == 1);
    }

    @Test
    void jobThatFailsShouldShowThatItGoesOn() {
        AtomicInteger runs = new AtomicInteger();
        JobHandle job = job("any", () -> {
            runs.incrementAndGet();
            throw new IllegalStateException("for the test");
        });
        job.start();
        await().until(() -> runs.get() >= 2);
        assertThat(job.sinceSign()).isLessThan(job.sinceRun());
    }

    /** The next session has jobs of the same names, and a call of the last one may outlast its stop. */
    @Test
    void jobThatEndsLateShouldNotEndTheOutageOfAnotherWithItsName() {
        AtomicInteger calls = new AtomicInteger();
        CompletableFuture<Void> hanging = new CompletableFuture<>();
        JobHandle old = job("pusher", () -> {
            if (calls.incrementAndGet() == 2) {
                hanging.join();
            }
            return callStore();
        });
        old.start();
        await().until(() -> calls.get() == 2);
        old.stop();
        AtomicInteger failures = new AtomicInteger();
        JobHandle next = job("pusher", () -> {
            failures.incrementAndGet();
            return callStore();
        });
        next.start();
        await().until(() -> failures.get() >= 2);
        hanging.complete(null);
        assertThat(old.join(Duration.ofSeconds(10))).isTrue();
        assertThat(outage.length()).isNotNull();
        reachable.set(true);
        await().until(() -> outage.length() == null);
        assertThat(outage.recoveries()).as("ends the pauses of other jobs").isEqualTo(1);
    }

    @Test
    void outageWhoseAffectedJobHasEndedShouldBeReportedOnce() {
        TaskStoreRefusalException refusal = new TaskStoreRefusalException("for the test", null);
        LaneJob ending = (LaneJob) driver.job("ending", () -> BackgroundJob.NEVER);
        LaneJob other = (LaneJob) driver.job("other", () -> BackgroundJob.NEVER);
        try (LogLines log = new LogLines(Outage.class)) {
            outage.begun(ending, refusal);
            outage.forget(ending);
            assertThat(outage.refusal()).isNull();
            outage.begun(other, refusal);
            assertThat(outage.refusal()).isEqualTo("for the test");
            outage.over(other);
            assertThat(log.with("WARN The store at")).hasSize(1);
            assertThat(log.with("INFO The store at")).hasSize(1);
            outage.begun(ending, refusal);
            assertThat(log.with("WARN The store at")).as("the next one").hasSize(2);
        }
    }
}
