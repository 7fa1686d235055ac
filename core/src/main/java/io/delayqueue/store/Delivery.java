package io.delayqueue.store;

/**
 * One reservation of one task. Its number fences: only the newest delivery of a task can change it.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param number grows with every delivery of the group and is never given twice
 */
public record Delivery(String topic, String id, long number) {}
