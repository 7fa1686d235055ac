package io.delayqueue.jdbc;

import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The time of a store, estimated from below: the time of its last reply, and what has passed here since. A process that stops for a
 * while between the reading of rows and the call of the store sends a deadline that has passed. Each group has a time of its own, because
 * groups are on different nodes of a cluster. Thread-safe.
 */
final class StoreTime {

    private static final long ALLOWANCE = Duration.ofSeconds(30).toMillis();

    private final TaskStore store;

    private final LongSupplier here;

    /** The store's time less that of this machine, by group. */
    private final Map<String, Long> offsets = new ConcurrentHashMap<>();

    /**
     * Creates an estimate.
     *
     * @param here the monotonic time of this machine, in milliseconds
     */
    StoreTime(TaskStore store, LongSupplier here) {
        this.store = store;
        this.here = here;
    }

    /** {@return the last time at which rows of a group are applied that are read from now on; asks a store that has not answered yet} */
    long deadline(String group) {
        Long offset = offsets.get(group);
        if (offset == null) {
            offset = answered(group, store.time(group));
        }
        return offset + here.getAsLong() + ALLOWANCE;
    }

    /** {@return the groups whose changes were applied here} */
    Set<String> groups() {
        return offsets.keySet();
    }

    /** Takes over the time of a reply; returns what it is ahead of this machine's. */
    long answered(String group, long time) {
        long offset = time - here.getAsLong();
        offsets.put(group, offset);
        return offset;
    }
}
