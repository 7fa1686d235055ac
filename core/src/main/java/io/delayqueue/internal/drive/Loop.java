package io.delayqueue.internal.drive;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A thread that takes one turn after the other until it is stopped. A turn that throws is followed by a pause, longer each
 * time, and never ends the thread.
 */
public abstract class Loop {

    private static final Logger log = Loggers.of(Loop.class);

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long TIMERS_ARE_LATE = TimeUnit.MICROSECONDS.toNanos(60);

    private static final long MAX_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    private final String name;

    private final Thread thread;

    private final Outage outage;

    private volatile boolean woken;

    private volatile boolean stopping;

    private volatile long turnedAt = System.nanoTime();

    private @Nullable Class<?> lastFailure;

    private long backoff = FIRST_BACKOFF;

    protected Loop(String name, Outage outage) {
        this.name = name;
        this.outage = outage;
        this.thread = new Thread(this::run, "delayqueue-" + name);
    }

    /** One piece of work, ending soon after {@link #wake} or {@link #stop}. */
    protected abstract void turn();

    public final void start() {
        thread.start();
    }

    /** Asks the loop to end after the turn under way. */
    public void stop() {
        stopping = true;
        wake();
    }

    /** Waits for the loop's end. */
    public final boolean join(Duration atMost) {
        try {
            thread.join(Math.max(1, atMost.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Ends the pause under way, or else the next. */
    public final void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }

    /** How long ago the last turn ended well, or the loop was made. */
    public final Duration sinceTurn() {
        return Duration.ofNanos(System.nanoTime() - turnedAt);
    }

    protected final boolean isStopping() {
        return stopping;
    }

    /** Whether a stopping loop has nothing left to do. */
    protected boolean isDone() {
        return true;
    }

    /** Forgets earlier calls of {@link #wake}; before looking for work, so that none is missed. */
    protected final void clearWake() {
        woken = false;
    }

    protected final boolean isWoken() {
        return woken;
    }

    /** Waits as {@link #pause} does, until a {@link System#nanoTime} and not some 60 µs longer, as the timers of systems do. */
    protected final void pauseUntil(long deadline) {
        long left;
        while ((left = deadline - System.nanoTime()) > 0 && !woken && !stopping) {
            if (left > TIMERS_ARE_LATE) {
                LockSupport.parkNanos(this, left - TIMERS_ARE_LATE);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Waits until somebody wakes or stops the loop, at most so long. */
    protected final void pause(long nanos) {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && !woken && !stopping) {
            LockSupport.parkNanos(this, left);
            left = deadline - System.nanoTime();
        }
    }

    private void run() {
        while (!stopping || !isDone()) {
            // Before the turn: it may fail late, when another loop has long had its answer.
            long recoveries = outage.recoveries();
            try {
                turn();
                turnedAt = System.nanoTime();
                succeeded();
            } catch (Throwable e) {
                failed(e, recoveries);
            }
        }
        outage.forget(name);
    }

    /** The store answers. Said by the loop after each turn; by a turn itself if it lasts. */
    protected final void succeeded() {
        if (lastFailure != null) {
            lastFailure = null;
            backoff = FIRST_BACKOFF;
            outage.over(name);
        }
    }

    private void failed(Throwable e, long recoveries) {
        if (e instanceof TaskStoreUnavailableException) {
            outage.begun(name, e);
        } else if (e.getClass() != lastFailure) {
            log.error("{} failed; it goes on trying, and says nothing more until something changes", name, e);
        }
        lastFailure = e.getClass();
        backOff(backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1), recoveries);
        backoff = Math.min(backoff * 2, MAX_BACKOFF);
    }

    /**
     * Waits after a failure. Whoever wakes the loop wants what has just failed, so that does not count; the store's
     * answer to another loop does. A loop that stops has no time for long waits.
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
