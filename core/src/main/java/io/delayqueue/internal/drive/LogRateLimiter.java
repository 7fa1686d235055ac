package io.delayqueue.internal.drive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Permits one line of the log a minute. Thread-safe. */
public final class LogRateLimiter {

    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong saidAt = new AtomicLong(System.nanoTime() - 2 * QUIET);

    /** Whether the caller is the one; nobody else is for a minute then. */
    public boolean tryAcquire() {
        long now = System.nanoTime();
        return now - saidAt.getAndUpdate(before -> now - before > QUIET ? now : before) > QUIET;
    }
}
