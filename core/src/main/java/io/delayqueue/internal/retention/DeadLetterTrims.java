package io.delayqueue.internal.retention;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Trims the dead letters of groups that were not trimmed within the interval. */
public final class DeadLetterTrims {

    /** Maximum number of steps for a topic before the next topic. */
    private static final int MAX_STEPS = 100;

    private final DeadLetterStore store;

    private final DeadLetterRetention retention;

    private final long interval;

    private final LongSupplier nanoTime;

    /** Time of the last trim of each group. */
    private final Map<String, Long> done = new HashMap<>();

    public DeadLetterTrims(
            DeadLetterStore store, DeadLetterRetention retention, Duration interval, LongSupplier nanoTime) {
        this.store = store;
        this.retention = retention;
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Trims the groups that are due.
     *
     * @param groups the groups this instance pushes, with their topics
     * @param goOn called before each step; false to stop for now
     * @param breath pauses after a step that leaves dead letters to remove
     */
    public void trim(Map<String, Set<String>> groups, BooleanSupplier goOn, Runnable breath) {
        done.keySet().retainAll(groups.keySet());
        TaskStoreException failure = null;
        for (Map.Entry<String, Set<String>> group : groups.entrySet()) {
            try {
                trimIfDue(group.getKey(), group.getValue(), goOn, breath);
            } catch (TaskStoreException e) {
                // The others may be on another node.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void trimIfDue(String group, Set<String> topics, BooleanSupplier goOn, Runnable breath) {
        Long before = done.get(group);
        long now = nanoTime.getAsLong();
        if (before != null && now - before < interval) {
            return;
        }
        boolean all = true;
        TaskStoreException failure = null;
        for (String topic : topics) {
            try {
                all &= trim(new TopicName(group, topic), goOn, breath);
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

    /** Returns whether nothing is left to remove. */
    private boolean trim(TopicName topic, BooleanSupplier goOn, Runnable breath) {
        for (int step = 0; step < MAX_STEPS && goOn.getAsBoolean(); step++) {
            if (store.trim(topic, retention) < TaskStore.MAX_BATCH) {
                return true;
            }
            breath.run();
        }
        return false;
    }
}
