package io.delayqueue.internal.retention;

import io.delayqueue.internal.drive.Loop;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Removes expired dead letters of the groups this instance pushes: soon after it has become the pusher, and then at intervals.
 * Works in small steps with pauses, because pushes and callbacks share the store.
 */
public final class DeadLetterTrimmer extends Loop {

    /** Approximate interval between trims of a group. */
    public static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final long MAX_TICK = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long BREATH = TimeUnit.MILLISECONDS.toNanos(10);

    private final DeadLetterTrims trims;

    private final Supplier<Map<String, Set<String>>> work;

    private final long interval;

    /**
     * Creates the trimmer.
     *
     * @param work the groups this instance pushes, with their topics
     */
    public DeadLetterTrimmer(
            TopicStore store,
            DeadLetterRetention retention,
            Supplier<Map<String, Set<String>>> work,
            Duration interval,
            Outage outage) {
        super("dead-letter-trimmer", outage);
        this.trims = new DeadLetterTrims(store, retention, interval, System::nanoTime);
        this.work = work;
        this.interval = interval.toNanos();
    }

    @Override
    protected void turn() {
        pause(Math.min(MAX_TICK, interval));
        trims.trim(work.get(), () -> !isStopping(), () -> pause(BREATH));
    }
}
