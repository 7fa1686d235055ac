package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * A run of a repeating task that has ended.
 *
 * @param delivery the delivery that has ended
 * @param kind how the next run's time is found
 * @param millis the period, the delay, or the time since the epoch, in milliseconds
 * @param error the failure as JSON in one line, if the run failed
 */
public record NextRun(
        Delivery delivery, Kind kind, long millis, @Nullable String error) {

    /** How the time of a next run is found. */
    public enum Kind {
        /** The last due time and as many whole periods as bring it beyond the store's now; at least one. */
        RATE,
        /** So long after the store's now. */
        DELAY,
        /** At a time since the epoch. */
        AT
    }
}
