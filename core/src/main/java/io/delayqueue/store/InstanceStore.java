package io.delayqueue.store;

import java.util.List;

/**
 * Who works for a group, as each instance tells by itself. What it tells goes through as it stands. Throws as {@link TaskStore} does.
 * Thread-safe.
 */
public interface InstanceStore {

    /**
     * Tells that an instance is alive; what it told before is replaced. Forgets instances that have been silent for minutes, some at a
     * time.
     *
     * @param group the group
     * @param instance its name
     * @param state what it tells: a JSON object that is not empty
     * @return whether somebody has {@linkplain #beats read} the group's beats within the last half minute
     */
    boolean beat(String group, String instance, String state);

    /**
     * Forgets an instance.
     *
     * @param group the group
     * @param instance its name
     */
    void leave(String group, String instance);

    /**
     * Reads what all instances told last. Each that beats within the next half minute hears that somebody does.
     *
     * @param group the group
     * @return it, in no order
     */
    Beats beats(String group);

    /**
     * What all told.
     *
     * @param storeTime the store's time when it was read, in milliseconds since the epoch
     * @param all what each told
     */
    record Beats(long storeTime, List<Beat> all) {}

    /**
     * What an instance told.
     *
     * @param instance its name
     * @param state what it told, with {@code "at"} put in front: the store's time then, in milliseconds since the epoch
     */
    record Beat(String instance, String state) {}
}
