package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * One reservation of one task. Its number and its instance fence: only the newest delivery of a task can change it. The tasks of one
 * reserve may have the same number.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param number grows with every reserve of the group, even if the store has lost its last writes, and is unique among the deliveries under this
 *     id
 * @param instance the name under which the task was leased; it has no colon
 * @param key the key of the task, which a store may need at the end of the delivery; null if the task has none
 */
public record Delivery(
        String topic,
        String id,
        long number,
        String instance,
        @Nullable String key) {}
