package io.delayqueue.web.live.sample;

import java.time.Instant;

/**
 * A store's time.
 *
 * @param time the time
 * @param readAt when that was, by {@link System#nanoTime}
 */
record StoreTime(Instant time, long readAt) {

    /**
     * Creates it from a call.
     *
     * @param time the store's time
     * @param called when the call began
     * @param answered when it ended; the time is taken for that of the middle
     */
    static StoreTime of(Instant time, long called, long answered) {
        return new StoreTime(time, called + (answered - called) / 2);
    }

    Instant at(long now) {
        return time.plusNanos(now - readAt);
    }
}
