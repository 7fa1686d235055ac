package io.delayqueue.internal.retention;

import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Removes expired dead letters of the groups this instance pushes: soon after it has become the pusher, and then at intervals.
 * Works in small steps with pauses, because pushes and callbacks share the store.
 */
public final class DeadLetterTrimmer implements BackgroundJob {

    /** Approximate interval between trims of a group. */
    public static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final long MAX_TICK = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long BREATH = TimeUnit.MILLISECONDS.toNanos(10);

    private final DeadLetterTrims trims;

    private final Supplier<Map<String, Set<String>>> work;

    private final long tick;

    private final JobHandle handle;

    /**
     * Creates the trimmer.
     *
     * @param work the groups this instance pushes, with their topics
     */
    public DeadLetterTrimmer(
            DeadLetterStore store,
            DeadLetterRetention retention,
            Supplier<Map<String, Set<String>>> work,
            Duration interval,
            Driver driver) {
        this.trims =
                new DeadLetterTrims(store, retention, interval, driver.time().nanoTime());
        this.work = work;
        this.tick = Math.min(MAX_TICK, interval.toNanos());
        this.handle = driver.job("dead-letter-trimmer", this);
    }

    public JobHandle handle() {
        return handle;
    }

    @Override
    public long run() {
        trims.trim(work.get(), () -> !handle.isStopping(), () -> handle.pause(BREATH));
        return tick;
    }
}
