package io.delayqueue.store;

/**
 * A task to add.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param time when it is due: milliseconds from the store's now if {@code relative}, else since the epoch
 * @param relative whether the time counts from the store's now
 * @param detail the task as a JSON object in UTF-8 whose first field is {@code "topic"}, without white space before it
 */
public record NewTask(String topic, String id, long time, boolean relative, byte[] detail) {}
