package io.delayqueue.store;

/**
 * One reservation of one task. Its number and its instance fence: only the newest delivery of a task can change it.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param number grows with every delivery of the group and is unique, even if the store has lost its last writes
 * @param instance the name under which the task was leased
 */
public record Delivery(String topic, String id, long number, String instance) {}
