package io.delayqueue;

import java.time.Duration;

/** How long to wait between attempts. Implementations are thread-safe. */
@FunctionalInterface
public interface RetryPolicy {

    /**
     * The delay before the next attempt.
     *
     * @param failedAttempts how many attempts have failed so far, from 1
     * @return how long to wait, not negative
     */
    Duration delayAfter(int failedAttempts);
}
