package io.delayqueue.store;

/**
 * One reservation of one task. Its number and its instance fence: only the newest delivery of a task can change it. The tasks of one
 * reserve may have the same number.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param number grows with every reserve of the group, even if the store has lost its last writes, and is unique among the deliveries under this
 *     id
 * @param instance the name under which the task was leased; it has no colon
 */
public record Delivery(String topic, String id, long number, String instance) {}
