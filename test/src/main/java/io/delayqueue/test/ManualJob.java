package io.delayqueue.test;

import io.delayqueue.TaskStoreException;
import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;

/** Runs a {@link BackgroundJob} on the thread that wakes it, or that moves the time. A failure is followed by a pause. */
final class ManualJob implements JobHandle {

    private static final Logger log = Loggers.of(ManualJob.class);

    /** How often a job may run at one instant: enough to make a hundred million tasks ready. */
    private static final int MAX_RUNS = 100_000;

    private final String name;

    private final BackgroundJob job;

    private final EngineTime time;

    private final boolean runs;

    private final Backoff backoff;

    private final ReentrantLock running = new ReentrantLock();

    private volatile boolean stopping;

    private boolean ran;

    private long nextAt;

    /**
     * Creates the handle.
     *
     * @param runs false for a job that only threads have
     */
    ManualJob(String name, BackgroundJob job, EngineTime time, boolean runs) {
        this.name = name;
        this.job = job;
        this.time = time;
        this.runs = runs;
        this.backoff = new Backoff(time);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() {
        // It runs when it is woken.
    }

    @Override
    public void stop() {
        stopping = true;
    }

    @Override
    public boolean isStopping() {
        return stopping;
    }

    @Override
    public boolean join(Duration atMost) {
        if (runs && !job.isDone()) {
            run();
        }
        return !runs || job.isDone();
    }

    /** Runs the job now, unless it backs off. */
    @Override
    public void wake() {
        if (runs && !stopping && !isBackingOff()) {
            run();
        }
    }

    @Override
    public boolean isWoken() {
        return false;
    }

    @Override
    public void pause(long nanos) {
        // Time does not pass by itself.
    }

    @Override
    public void succeeded() {
        // There is no outage to end.
    }

    @Override
    public void alive() {
        // It has no thread.
    }

    @Override
    public Duration sinceRun() {
        return Duration.ZERO;
    }

    @Override
    public Duration sinceSign() {
        return Duration.ZERO;
    }

    boolean isBackingOff() {
        return !backoff.isDue();
    }

    /** {@return the nanoseconds until the job has something to do by itself; 0 if it has not run yet} */
    long untilNext() {
        if (stopping) {
            return BackgroundJob.NEVER;
        }
        if (isBackingOff()) {
            return backoff.left();
        }
        if (!ran) {
            return 0;
        }
        return nextAt == BackgroundJob.NEVER ? BackgroundJob.NEVER : nextAt - time.now();
    }

    /** Not within itself: listeners are called meanwhile, and may let time pass. */
    private void run() {
        if (running.isHeldByCurrentThread()) {
            return;
        }
        running.lock();
        try {
            long delay = runUntilNothingIsDue();
            ran = true;
            nextAt = delay == BackgroundJob.NEVER ? delay : time.now() + delay;
            backoff.succeeded();
        } catch (TaskStoreException e) {
            log.debug("{} failed", name, e);
            ran = false;
            backoff.failed();
        } finally {
            running.unlock();
        }
    }

    private long runUntilNothingIsDue() {
        for (int i = 0; i < MAX_RUNS; i++) {
            long delay = job.run();
            if (delay > 0) {
                return delay;
            }
        }
        throw new IllegalStateException(
                "What is due for " + name + " does not come to an end: the store has lost its order");
    }
}
