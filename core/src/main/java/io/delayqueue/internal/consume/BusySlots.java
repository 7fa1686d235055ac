package io.delayqueue.internal.consume;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Measures for how long all concurrency slots of a topic have been busy without one callback ending. One thread measures, any may read. */
final class BusySlots {

    private final AtomicLong ended = new AtomicLong();

    private volatile @Nullable Duration blocked;

    private boolean busy;

    private long endedBefore;

    private long since;

    /** A callback has ended, or was given up. */
    void ended() {
        ended.incrementAndGet();
    }

    /**
     * Measures now.
     *
     * @param all whether all slots are busy
     * @param now by {@link System#nanoTime}
     * @param after how long that may last
     * @return whether it has lasted so long, for the first time since a callback ended or a slot was free
     */
    boolean measure(boolean all, long now, Duration after) {
        long endedNow = ended.get();
        if (!all || !busy || endedNow != endedBefore) {
            busy = all;
            endedBefore = endedNow;
            since = now;
        }
        Duration before = blocked;
        boolean tooLong = busy && now - since >= after.toNanos();
        blocked = tooLong ? Duration.ofNanos(now - since) : null;
        return tooLong && before == null;
    }

    /** For how long, if that is too long. */
    @Nullable
    Duration blocked() {
        return blocked;
    }
}
