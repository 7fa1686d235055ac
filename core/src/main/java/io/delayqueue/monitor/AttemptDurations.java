package io.delayqueue.monitor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Durations of callbacks, from their beginning until their end, in sum. Those of asynchronous callbacks include the work that continues.
 * Attempts that were cut short, because their task was removed or their instance stopped, are not counted. Nor are those of pull
 * consumers.
 *
 * @param attempts number of ended attempts
 * @param total the sum of their durations, to the microsecond
 */
public record AttemptDurations(long attempts, Duration total) {

    /** No attempts. */
    public static final AttemptDurations NONE = new AttemptDurations(0, Duration.ZERO);

    /** Refuses a missing sum. */
    public AttemptDurations {
        requireNonNull(total, "total must not be null");
    }

    /**
     * Returns the mean duration.
     *
     * @return the mean; null without attempts
     */
    public @Nullable Duration mean() {
        return attempts <= 0 ? null : total.dividedBy(attempts);
    }

    /**
     * Adds other durations.
     *
     * @param other the durations of another instance or another topic
     * @return the sum
     */
    public AttemptDurations plus(AttemptDurations other) {
        return new AttemptDurations(attempts + other.attempts(), total.plus(other.total()));
    }

    /**
     * Subtracts earlier durations.
     *
     * @param earlier earlier durations of the same instance
     * @return the difference
     */
    public AttemptDurations minus(AttemptDurations earlier) {
        return new AttemptDurations(attempts - earlier.attempts(), total.minus(earlier.total()));
    }
}
