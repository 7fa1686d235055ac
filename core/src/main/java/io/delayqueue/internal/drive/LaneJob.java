package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs a {@link BackgroundJob} on the threads of a {@link Lane}, one run at a time. A run that throws is followed by a pause, longer each
 * time, and never ends the job: what cannot be reported is reported after the next failure. A job whose next run could not be scheduled for
 * lack of memory is started again by the driver's other jobs.
 */
final class LaneJob implements JobHandle, Runnable {

    private static final Logger log = Loggers.of(BackgroundJob.class);

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    /** How late the timers of systems are. */
    private static final long TIMERS_ARE_LATE = TimeUnit.MICROSECONDS.toNanos(60);

    /** How many runs follow one another at once before other jobs of the lane have their turn. */
    private static final int MAX_RUNS = 8;

    /** No failure has this class, so the next one is reported. */
    private static final Class<?> UNREPORTED = Throwable.class;

    private final String name;

    private final BackgroundJob job;

    private final ThreadDriver driver;

    private final Supplier<Lane> lane;

    private final boolean own;

    private final CountDownLatch end = new CountDownLatch(1);

    private boolean started;

    /** The next run; null while one is under way, or none is planned. */
    private @Nullable Future<?> next;

    /** Whether no run is planned until the job is woken. */
    private boolean resting;

    private boolean backingOff;

    private boolean precise;

    private long dueAt;

    /** Runs the job now; null between two runs. */
    private volatile @Nullable Thread thread;

    private volatile boolean woken;

    private volatile boolean stopping;

    private volatile long ranAt = System.nanoTime();

    private volatile long aliveAt = ranAt;

    private @Nullable Class<?> lastFailure;

    /** Where the last failure was reported. */
    private @Nullable Outage met;

    private long backoff = FIRST_BACKOFF;

    /**
     * Creates the job, not started.
     *
     * @param driver starts it again if its next run could not be scheduled
     * @param lane has the threads of the next run
     * @param own whether the lane ends with the job
     */
    LaneJob(String name, BackgroundJob job, ThreadDriver driver, Supplier<Lane> lane, boolean own) {
        this.name = name;
        this.job = job;
        this.driver = driver;
        this.lane = lane;
        this.own = own;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void start() {
        if (end.getCount() > 0 && thread == null && next == null && !resting) {
            started = true;
            driver.started(this);
            schedule(0);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        wakeNow();
        job.interruptWait();
    }

    @Override
    public boolean isStopping() {
        return stopping;
    }

    @Override
    public boolean join(Duration atMost) {
        synchronized (this) {
            if (!started) {
                return true;
            }
        }
        try {
            long millis = Math.max(1, atMost.toMillis());
            return end.await(millis, TimeUnit.MILLISECONDS)
                    && (!own || lane.get().awaitTermination(millis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return end.getCount() == 0;
        }
    }

    @Override
    public void wake() {
        if (!woken) {
            wakeNow();
        }
    }

    private void wakeNow() {
        synchronized (this) {
            woken = true;
            // A wake asks for what has just failed, so it does not end the pause after a failure. A job that stops does
            // not wait long.
            if (started && thread == null && (!backingOff || stopping)) {
                schedule(backingOff ? FIRST_BACKOFF : 0);
            }
        }
        LockSupport.unpark(thread);
    }

    /** Ends the pause after a failure, because the store has answered another job. */
    synchronized void retry() {
        if (backingOff && thread == null) {
            backingOff = false;
            schedule(0);
        }
    }

    /** Plans the next run. Called with the lock held. */
    private void schedule(long nanos) {
        if (end.getCount() == 0) {
            return;
        }
        unplan();
        resting = nanos == BackgroundJob.NEVER;
        dueAt = System.nanoTime() + nanos;
        if (!resting) {
            next = lane.get().schedule(this, precise ? nanos - TIMERS_ARE_LATE : nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void unplan() {
        if (next != null) {
            next.cancel(false);
            next = null;
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
        long began = System.nanoTime();
        for (long left = nanos; left > 0 && !woken && !stopping; left = nanos - (System.nanoTime() - began)) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public void run() {
        Outage outage;
        synchronized (this) {
            if (thread != null || end.getCount() == 0) {
                return;
            }
            // A wake may have planned another run since this one left the lane.
            unplan();
            // Before the run begins, because there may be no memory for the search.
            outage = lane.get().outage;
            thread = Thread.currentThread();
        }
        while (precise && System.nanoTime() - dueAt < 0 && !woken && !stopping) {
            Thread.onSpinWait();
        }
        long recoveries = 0;
        long delay = 0;
        boolean failed = false;
        for (int runs = 0; runs < MAX_RUNS && delay <= 0 && !failed && end.getCount() > 0; runs++) {
            // Before the run: it may fail late, when another job has long had its answer.
            recoveries = outage.recoveries();
            try {
                delay = runOnce();
            } catch (Throwable e) {
                alive();
                report(outage, e);
                failed = true;
            }
        }
        synchronized (this) {
            thread = null;
            backingOff = failed;
            precise = !failed && job.isPrecise();
            if (failed) {
                delay = outage.recoveries() == recoveries ? pauseAfterFailure() : 0;
            }
            schedule(woken && !failed ? 0 : delay);
        }
        driver.startDead();
    }

    private long runOnce() {
        if (stopping && job.isDone()) {
            Outage last = met;
            if (last != null) {
                last.forget(this);
            }
            driver.ended(this);
            end.countDown();
            if (own) {
                lane.get().shutdown();
            }
            return 0;
        }
        // Before the job looks for work, so that none is missed.
        woken = false;
        long delay = job.run();
        ranAt = System.nanoTime();
        alive();
        succeeded();
        return woken || stopping ? 0 : delay;
    }

    @Override
    public void succeeded() {
        Outage last = met;
        lastFailure = null;
        backoff = FIRST_BACKOFF;
        if (last != null) {
            met = null;
            last.over(this);
        }
    }

    private void report(Outage outage, Throwable failure) {
        try {
            if (failure instanceof TaskStoreUnavailableException) {
                if (met != null && met != outage) {
                    met.forget(this);
                }
                met = outage;
                outage.begun(this, failure);
            } else if (failure.getClass() != lastFailure) {
                log.error("{} failed; it goes on trying, and says nothing more until something changes", name, failure);
            }
            lastFailure = failure.getClass();
        } catch (Throwable e) {
            // Memory has run out, and what the job does next matters more.
            lastFailure = UNREPORTED;
        }
    }

    private long pauseAfterFailure() {
        long pause = backoff / 2 + Math.floorMod(System.nanoTime(), backoff / 2 + 1);
        backoff = Math.min(backoff * 2, MAX_BACKOFF);
        return stopping ? Math.min(pause, FIRST_BACKOFF) : pause;
    }
}
