package io.delayqueue.store;

import io.delayqueue.ExponentialBackoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A back-off as JSON, with delays in milliseconds. Leaves out the fields that have the value of a fixed delay. */
record RetryJson(
        long initial,
        @Nullable Double multiplier,
        @Nullable Long max,
        @Nullable Double jitter) {

    /** Refuses what is no back-off. */
    RetryJson {
        backoff(initial, multiplier, max, jitter);
    }

    static @Nullable RetryJson of(@Nullable ExponentialBackoff backoff) {
        return backoff == null
                ? null
                : new RetryJson(
                        backoff.initial().toMillis(),
                        backoff.multiplier() == 1 ? null : backoff.multiplier(),
                        backoff.max().equals(backoff.initial())
                                ? null
                                : backoff.max().toMillis(),
                        backoff.jitter() == 0 ? null : backoff.jitter());
    }

    ExponentialBackoff toBackoff() {
        return backoff(initial, multiplier, max, jitter);
    }

    private static ExponentialBackoff backoff(
            long initial, @Nullable Double multiplier, @Nullable Long max, @Nullable Double jitter) {
        return new ExponentialBackoff(
                Duration.ofMillis(initial),
                multiplier == null ? 1 : multiplier,
                Duration.ofMillis(max == null ? initial : max),
                jitter == null ? 0 : jitter);
    }
}
