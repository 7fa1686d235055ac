package io.delayqueue.web.live.sample;

import java.time.Instant;

/**
 * Time of a store.
 *
 * @param time the time
 * @param readAt the time of the read by {@link System#nanoTime}
 */
record StoreTime(Instant time, long readAt) {

    /**
     * Creates the time from a call.
     *
     * @param time the store's time
     * @param called the start of the call
     * @param answered the end of the call; the time is assigned to its middle
     */
    static StoreTime of(Instant time, long called, long answered) {
        return new StoreTime(time, called + (answered - called) / 2);
    }

    Instant at(long now) {
        return time.plusNanos(now - readAt);
    }
}
