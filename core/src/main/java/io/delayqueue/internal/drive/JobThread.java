package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Runs a {@link BackgroundJob} on a thread of its own. A run that throws is followed by a pause, longer each time, and never ends the thread. */
final class JobThread implements JobHandle {

    private static final Logger log = Loggers.of(BackgroundJob.class);

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    /** How late the timers of systems are. */
    private static final long TIMERS_ARE_LATE = TimeUnit.MICROSECONDS.toNanos(60);

    private final String name;

    private final BackgroundJob job;

    private final Thread thread;

    private final Outage outage;

    private volatile boolean woken;

    private volatile boolean stopping;

    private volatile long ranAt = System.nanoTime();

    private @Nullable Class<?> lastFailure;

    private long backoff = FIRST_BACKOFF;

    JobThread(String name, BackgroundJob job, Outage outage, boolean daemon) {
        this.name = name;
        this.job = job;
        this.outage = outage;
        this.thread = new Thread(this::run, "delayqueue-" + name);
        thread.setDaemon(daemon);
    }

    @Override
    public void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    @Override
    public void stop() {
        stopping = true;
        wake();
        job.interruptWait();
    }

    @Override
    public boolean isStopping() {
        return stopping;
    }

    @Override
    public boolean join(Duration atMost) {
        try {
            thread.join(Math.max(1, atMost.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    @Override
    public void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean isWoken() {
        return woken;
    }

    @Override
    public Duration sinceRun() {
        return Duration.ofNanos(System.nanoTime() - ranAt);
    }

    @Override
    public void pause(long nanos) {
        pause(nanos, 0);
    }

    /**
     * Waits until the job is woken or stopped.
     *
     * @param spinning for how much of the time, at the end, the thread keeps its processor
     */
    private void pause(long nanos, long spinning) {
        long began = System.nanoTime();
        long left = nanos;
        while (left > 0 && !woken && !stopping) {
            if (left > spinning) {
                LockSupport.parkNanos(this, left - spinning);
            } else {
                Thread.onSpinWait();
            }
            left = nanos - (System.nanoTime() - began);
        }
    }

    private void run() {
        while (!stopping || !job.isDone()) {
            // Before the run: it may fail late, when another job has long had its answer.
            long recoveries = outage.recoveries();
            // Before the job looks for work, so that none is missed.
            woken = false;
            try {
                long delay = job.run();
                ranAt = System.nanoTime();
                succeeded();
                pause(Math.min(delay, job.maxWait()), job.isPrecise() ? TIMERS_ARE_LATE : 0);
            } catch (Throwable e) {
                failed(e, recoveries);
            }
        }
        outage.forget(this);
    }

    @Override
    public void succeeded() {
        if (lastFailure != null) {
            lastFailure = null;
            backoff = FIRST_BACKOFF;
            outage.over(this);
        }
    }

    private void failed(Throwable e, long recoveries) {
        if (e instanceof TaskStoreUnavailableException) {
            outage.begun(this, e);
        } else if (e.getClass() != lastFailure) {
            log.error("{} failed; it goes on trying, and says nothing more until something changes", name, e);
        }
        lastFailure = e.getClass();
        backOff(backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1), recoveries);
        backoff = Math.min(backoff * 2, MAX_BACKOFF);
    }

    /**
     * Waits after a failure. A wake does not end it, for it asks for what has just failed; the store's answer to another job does. A job
     * that stops does not wait long.
     */
    private void backOff(long nanos, long recoveries) {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && outage.recoveries() == recoveries) {
            if (stopping && nanos - left >= FIRST_BACKOFF) {
                return;
            }
            LockSupport.parkNanos(this, Math.min(left, FIRST_BACKOFF));
            left = deadline - System.nanoTime();
        }
    }
}
