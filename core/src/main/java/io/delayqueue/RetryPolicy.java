package io.delayqueue;

import java.time.Duration;

/** Computes the delay between attempts. Implementations are thread-safe. */
@FunctionalInterface
public interface RetryPolicy {

    /**
     * Returns the delay before the next attempt.
     *
     * @param failedAttempts number of failed attempts so far, from 1
     * @return the delay, not negative
     */
    Duration delayAfter(int failedAttempts);
}
