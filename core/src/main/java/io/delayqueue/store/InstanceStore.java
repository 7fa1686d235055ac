package io.delayqueue.store;

import java.time.Duration;
import java.util.Map;

/**
 * Stores the heartbeats of the instances of a group, unchanged, and the work that they have done. Throws the exceptions of {@link
 * TaskStore}. Thread-safe.
 */
public interface InstanceStore {

    /** Time after which recorded work is removed, unless more is recorded: slightly longer than the time that it covers. */
    Duration WORK_KEPT = Duration.ofHours(25);

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
     * Reads the recorded work of a group. Does not count as a read of heartbeats, whose interval it leaves as it is.
     *
     * @param group the group
     * @param withHeartbeats whether to read the last heartbeats of all instances at the same moment
     * @return the work
     */
    StoredWork work(String group, boolean withHeartbeats);

    /**
     * Records work, unless other work has been recorded meanwhile. If a reply is lost, the result may be false although it was recorded.
     *
     * @param group the group
     * @param before {@link StoredWork#sums()} of the read before
     * @param sums the sums from now on, not empty
     * @param parts the parts to add or to replace, by name, at most one
     * @return whether it was recorded
     */
    boolean recordWork(String group, String before, String sums, Map<String, String> parts);

    /**
     * Recorded work of a group.
     *
     * @param sums the sums of the last record; empty if there is none
     * @param parts the parts by name
     * @param heartbeats the last heartbeat of each instance; of none if they were not wanted
     */
    record StoredWork(String sums, Map<String, String> parts, Heartbeats heartbeats) {}

    /**
     * Heartbeats of a group.
     *
     * @param storeTime the store's time of the read, in milliseconds since the epoch
     * @param all the state of each instance with its last heartbeat, by its name, with {@code "at"} in front: the store's time of the
     *     heartbeat, in milliseconds since the epoch
     */
    record Heartbeats(long storeTime, Map<String, String> all) {}
}
