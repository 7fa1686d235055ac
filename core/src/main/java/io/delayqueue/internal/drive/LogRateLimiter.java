package io.delayqueue.internal.drive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Permits one line of the log a minute. Thread-safe. */
public final class LogRateLimiter {

    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - 2 * QUIET);

    /** {@return whether the caller may log a line; if so, no other caller may for a minute} */
    public boolean tryAcquire() {
        long now = System.nanoTime();
        return now - loggedAt.getAndUpdate(before -> now - before > QUIET ? now : before) > QUIET;
    }
}
