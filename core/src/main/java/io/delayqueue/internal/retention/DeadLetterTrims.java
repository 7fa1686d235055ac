package io.delayqueue.internal.retention;

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
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Which topics' dead letters are to be trimmed now: those of groups that were not done with within the interval. */
public final class DeadLetterTrims {

    /** How many steps one topic may take before the others have their turn. */
    private static final int MAX_STEPS = 100;

    private final TopicStore store;

    private final DeadLetterRetention retention;

    private final long interval;

    private final LongSupplier nanoTime;

    /** When each group was done with. */
    private final Map<String, Long> done = new HashMap<>();

    public DeadLetterTrims(TopicStore store, DeadLetterRetention retention, Duration interval, LongSupplier nanoTime) {
        this.store = store;
        this.retention = retention;
        this.interval = interval.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Trims the groups whose time has come.
     *
     * @param groups the groups this instance pushes, with their topics
     * @param goOn asked before each step; false to leave what is left to another time
     * @param breath taken after a step that leaves more to remove
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

    /** Whether nothing is left to remove. */
    private boolean trim(TopicName topic, BooleanSupplier goOn, Runnable breath) {
        for (int step = 0; step < MAX_STEPS && goOn.getAsBoolean(); step++) {
            if (store.trimDeadLetters(topic, retention) < TaskStore.MAX_BATCH) {
                return true;
            }
            breath.run();
        }
        return false;
    }

    /** Forgets when it was done with what. */
    public void clear() {
        done.clear();
    }
}
