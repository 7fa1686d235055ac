package io.delayqueue.internal.consume;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time for which all concurrency slots of a topic have been busy without the end of a callback. One thread
 * measures, any thread may read.
 */
final class BusySlots {

    private final AtomicLong ended = new AtomicLong();

    private volatile @Nullable Duration blocked;

    private boolean busy;

    private long endedBefore;

    private long since;

    /** Records that a callback has ended or was abandoned. */
    void ended() {
        ended.incrementAndGet();
    }

    /**
     * Measures the time.
     *
     * @param all whether all slots are busy
     * @param now by {@link System#nanoTime}
     * @param after the maximum time
     * @return whether the maximum is exceeded, for the first time since a callback ended or a slot was free
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

    /** Time for which the slots have been busy, if it exceeds the maximum. */
    @Nullable
    Duration blocked() {
        return blocked;
    }
}
