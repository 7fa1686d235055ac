package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs a {@link BackgroundJob} on a thread of its own. A run that throws is followed by a pause, longer each time, and never ends the thread:
 * the way to the next run allocates nothing, and what cannot be reported is reported after the next failure. A thread that has died all the
 * same is started again by the driver's other jobs.
 */
final class JobThread implements JobHandle {

    private static final Logger log = Loggers.of(BackgroundJob.class);

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** How late the timers of systems are. */
    private static final long TIMERS_ARE_LATE = TimeUnit.MICROSECONDS.toNanos(60);

    /** No failure has this class, so the next one is reported. */
    private static final Class<?> UNREPORTED = Throwable.class;

    private final String name;

    private final BackgroundJob job;

    private final ThreadDriver driver;

    private final UnaryOperator<Runnable> around;

    private volatile @Nullable Thread thread;

    private volatile boolean ended;

    private volatile boolean woken;

    private volatile boolean stopping;

    private volatile long ranAt = System.nanoTime();

    private volatile long aliveAt = ranAt;

    private @Nullable Class<?> lastFailure;

    private long backoff = FIRST_BACKOFF;

    /**
     * Creates the job, not started.
     *
     * @param driver starts it again if its thread dies
     * @param around surrounds all that its thread does
     */
    JobThread(String name, BackgroundJob job, ThreadDriver driver, UnaryOperator<Runnable> around) {
        this.name = name;
        this.job = job;
        this.driver = driver;
        this.around = around;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() {
        if (!ended && !isRunning()) {
            startThread();
        }
    }

    private synchronized void startThread() {
        if (!ended && !isRunning()) {
            driver.started(this);
            Thread next = new Thread(around.apply(this::run), "delayqueue-" + name);
            next.setDaemon(driver.daemons);
            thread = next;
            next.start();
        }
    }

    private boolean isRunning() {
        Thread current = thread;
        return current != null && current.isAlive();
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
        Thread current = thread;
        try {
            if (current != null) {
                current.join(Math.max(1, atMost.toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !isRunning();
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
    public void alive() {
        aliveAt = System.nanoTime();
    }

    @Override
    public Duration sinceRun() {
        return Duration.ofNanos(System.nanoTime() - ranAt);
    }

    @Override
    public Duration sinceSign() {
        return Duration.ofNanos(System.nanoTime() - aliveAt);
    }

    @Override
    public void pause(long nanos) {
        alive();
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
        while (!ended) {
            // Before the run: it may fail late, when another job has long had its answer.
            long recoveries = driver.outage.recoveries();
            try {
                runOnce();
            } catch (Throwable e) {
                alive();
                report(e);
                backOff(backoff / 2 + Math.floorMod(System.nanoTime(), backoff / 2 + 1), recoveries);
                backoff = Math.min(backoff * 2, MAX_BACKOFF);
            }
            driver.startDead();
        }
    }

    private void runOnce() {
        if (stopping && job.isDone()) {
            driver.outage.forget(this);
            driver.ended(this);
            ended = true;
            return;
        }
        // Before the job looks for work, so that none is missed.
        woken = false;
        long delay = job.run();
        ranAt = System.nanoTime();
        alive();
        succeeded();
        pause(delay == BackgroundJob.NEVER ? MAX_PAUSE : delay, job.isPrecise() ? TIMERS_ARE_LATE : 0);
    }

    @Override
    public void succeeded() {
        if (lastFailure != null) {
            lastFailure = null;
            backoff = FIRST_BACKOFF;
            driver.outage.over(this);
        }
    }

    private void report(Throwable failure) {
        try {
            if (failure instanceof TaskStoreUnavailableException) {
                driver.outage.begun(this, failure);
            } else if (failure.getClass() != lastFailure) {
                log.error("{} failed; it goes on trying, and says nothing more until something changes", name, failure);
            }
            lastFailure = failure.getClass();
        } catch (Throwable e) {
            // Memory has run out, and what the job does next matters more.
            lastFailure = UNREPORTED;
        }
    }

    /**
     * Waits after a failure. A wake does not end it, for it asks for what has just failed; the store's answer to another job does. A job
     * that stops does not wait long.
     */
    private void backOff(long nanos, long recoveries) {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && driver.outage.recoveries() == recoveries) {
            if (stopping && nanos - left >= FIRST_BACKOFF) {
                return;
            }
            LockSupport.parkNanos(this, Math.min(left, FIRST_BACKOFF));
            left = deadline - System.nanoTime();
        }
    }
}
