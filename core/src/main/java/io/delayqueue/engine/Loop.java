package io.delayqueue.engine;

import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes one turn after the other until it is stopped. A turn that throws is followed by a pause, longer each
 * time, and never ends the thread.
 */
abstract class Loop {

    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LONGEST_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    private final String name;

    private final Thread thread;

    private final Outage outage;

    private volatile boolean woken;

    private volatile boolean stopping;

    private boolean failing;

    private long backoff = FIRST_BACKOFF;

    Loop(String name, Outage outage) {
        this.name = name;
        this.outage = outage;
        this.thread = new Thread(this::run, "delayqueue-" + name);
    }

    /** One piece of work, ending soon after {@link #wake} or {@link #stop}. */
    abstract void turn();

    final void start() {
        thread.start();
    }

    /** Asks the loop to end after the turn under way. */
    void stop() {
        stopping = true;
        wake();
    }

    /** Waits for the loop's end. */
    final boolean join(Duration atMost) {
        try {
            thread.join(Math.max(1, atMost.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Ends the pause under way, or else the next. */
    final void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }

    final boolean isStopping() {
        return stopping;
    }

    /** Whether a stopping loop has nothing left to do. */
    boolean isDone() {
        return true;
    }

    /** Forgets earlier calls of {@link #wake}; before looking for work, so that none is missed. */
    final void clearWake() {
        woken = false;
    }

    final boolean isWoken() {
        return woken;
    }

    /** Waits until somebody wakes or stops the loop, at most so long. */
    final void pause(long nanos) {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && !woken && !stopping) {
            LockSupport.parkNanos(this, left);
            left = deadline - System.nanoTime();
        }
    }

    private void run() {
        while (!stopping || !isDone()) {
            try {
                turn();
                succeeded();
            } catch (Throwable e) {
                failed(e);
            }
        }
        outage.over(name);
    }

    /** The store answers; for turns that take long, on the loop's own thread. A turn that ends means it too. */
    final void succeeded() {
        if (failing) {
            failing = false;
            backoff = FIRST_BACKOFF;
            outage.over(name);
        }
    }

    private void failed(Throwable e) {
        if (e instanceof TaskStoreUnavailableException) {
            outage.begun(name, e);
        } else if (!failing) {
            log.error("{} failed; it goes on trying, and says nothing more until it has succeeded", name, e);
        }
        failing = true;
        // Not woken early: whoever wakes it wants what has just failed.
        LockSupport.parkNanos(this, backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1));
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF);
    }
}
