package io.delayqueue.internal.retention;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Removes expired dead letters of the groups this instance pushes: soon after it has become the pusher, and then at intervals.
 * Works in small steps with pauses, because pushes and callbacks share the store.
 */
public final class DeadLetterTrimmer extends EngineJob {

    /** Approximate interval between trims of a group. */
    public static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final long MAX_TICK = MILLISECONDS.toNanos(250);

    private static final long BREATH = MILLISECONDS.toNanos(10);

    /** Maximum number of steps for a topic before the next topic. */
    private static final int MAX_STEPS = 100;

    private final DeadLetterStore store;

    private final DeadLetterRetention retention;

    private final Supplier<Map<String, Set<String>>> work;

    private final long interval;

    private final LongSupplier nanoTime;

    /** Time of the last trim of each group. */
    private final Map<String, Long> done = new HashMap<>();

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
        super(driver::job, "dead-letter-trimmer");
        this.store = store;
        this.retention = retention;
        this.work = work;
        this.interval = interval.toNanos();
        this.nanoTime = driver.time().nanoTime();
    }

    @Override
    public long run() {
        Map<String, Set<String>> groups = work.get();
        done.keySet().retainAll(groups.keySet());
        forEach(groups.keySet(), group -> {
            Long before = done.get(group);
            long now = nanoTime.getAsLong();
            if ((before == null || now - before >= interval) && trim(group, requireNonNull(groups.get(group)))) {
                done.put(group, now);
            }
        });
        return Math.min(MAX_TICK, interval);
    }

    /** Returns whether nothing is left to remove. */
    private boolean trim(String group, Set<String> topics) {
        boolean all = true;
        TaskStoreException failure = null;
        for (String topic : topics) {
            try {
                all &= trim(new TopicName(group, topic));
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (TaskStoreException e) {
                // Of this topic only.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return all;
    }

    private boolean trim(TopicName topic) {
        for (int step = 0; step < MAX_STEPS && !handle.isStopping(); step++) {
            if (store.trim(topic, retention) < TaskStore.MAX_BATCH) {
                return true;
            }
            handle.pause(BREATH);
        }
        return false;
    }
}
