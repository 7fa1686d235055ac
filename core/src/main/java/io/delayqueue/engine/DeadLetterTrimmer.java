package io.delayqueue.engine;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Removes the dead letters that are not to be kept, of the groups this instance is the pusher of: soon after it has become
 * that, and then at intervals. In small steps with a breath between them, for pushes and callbacks share the store.
 */
final class DeadLetterTrimmer extends Loop {

    private static final long LONGEST_TICK = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long BREATH = TimeUnit.MILLISECONDS.toNanos(10);

    /** How many steps one topic may take before the others have their turn. */
    private static final int MOST_STEPS = 100;

    private final TopicStore store;

    private final DeadLetterRetention retention;

    private final Supplier<Map<String, Set<String>>> work;

    private final long interval;

    /** When each group was done with. */
    private final Map<String, Long> done = new HashMap<>();

    /**
     * Creates the trimmer.
     *
     * @param work the groups this instance pushes, with their topics
     */
    DeadLetterTrimmer(
            TopicStore store,
            DeadLetterRetention retention,
            Supplier<Map<String, Set<String>>> work,
            Duration interval,
            Outage outage) {
        super("dead-letter-trimmer", outage);
        this.store = store;
        this.retention = retention;
        this.work = work;
        this.interval = interval.toNanos();
    }

    @Override
    void turn() {
        pause(Math.min(LONGEST_TICK, interval));
        Map<String, Set<String>> groups = work.get();
        done.keySet().retainAll(groups.keySet());
        TaskStoreException failure = null;
        for (Map.Entry<String, Set<String>> group : groups.entrySet()) {
            try {
                trimIfDue(group.getKey(), group.getValue());
            } catch (TaskStoreException e) {
                // The others may be on another node.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void trimIfDue(String group, Set<String> topics) {
        Long before = done.get(group);
        long now = System.nanoTime();
        if (before != null && now - before < interval) {
            return;
        }
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
        if (all) {
            done.put(group, now);
        }
    }

    /** Whether nothing is left to remove. */
    private boolean trim(TopicName topic) {
        for (int step = 0; step < MOST_STEPS && !isStopping(); step++) {
            if (store.trimDeadLetters(topic, retention) < TaskStore.MAX_BATCH) {
                return true;
            }
            pause(BREATH);
        }
        return false;
    }
}
