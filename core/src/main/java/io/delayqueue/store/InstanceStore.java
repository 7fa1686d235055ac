package io.delayqueue.store;

import java.util.List;

/** Stores the heartbeats of the instances of a group, unchanged. Throws the exceptions of {@link TaskStore}. Thread-safe. */
public interface InstanceStore {

    /**
     * Stores a heartbeat in place of the instance's last one. Forgets instances without a heartbeat for minutes, some at a time.
     *
     * @param group the group
     * @param instance its name
     * @param state its state, a JSON object that is not empty
     * @return whether the group's heartbeats were {@linkplain #heartbeats read} within the last half minute
     */
    boolean heartbeat(String group, String instance, String state);

    /**
     * Forgets an instance.
     *
     * @param group the group
     * @param instance its name
     */
    void leave(String group, String instance);

    /**
     * Reads the last heartbeats of all instances. For half a minute, {@link #heartbeat} then returns true.
     *
     * @param group the group
     * @return the heartbeats, in no particular order
     */
    Heartbeats heartbeats(String group);

    /**
     * Heartbeats of a group.
     *
     * @param storeTime the store's time of the read, in milliseconds since the epoch
     * @param all the last heartbeat of each instance
     */
    record Heartbeats(long storeTime, List<StoredHeartbeat> all) {}

    /**
     * Heartbeat of an instance.
     *
     * @param instance its name
     * @param state its state with {@code "at"} in front: the store's time of the heartbeat, in milliseconds since the epoch
     */
    record StoredHeartbeat(String instance, String state) {}
}
