package io.delayqueue.web.live;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A store's clock: the time it told last, and what has passed here since. Thread-safe. */
final class StoreClock {

    private @Nullable Instant told;

    private long at;

    /**
     * Takes what the store told.
     *
     * @param time the store's time
     * @param asked when it was asked, by {@link System#nanoTime}
     * @param answered when the answer was here; the time is taken for that of the middle
     */
    synchronized void set(Instant time, long asked, long answered) {
        told = time;
        at = asked + (answered - asked) / 2;
    }

    /** {@return the store's time; null if it has told none yet} */
    synchronized @Nullable Instant now(long now) {
        return told == null ? null : told.plusNanos(now - at);
    }
}
