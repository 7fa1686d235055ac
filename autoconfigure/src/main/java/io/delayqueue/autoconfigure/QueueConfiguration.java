package io.delayqueue.autoconfigure;

/**
 * Configuration of a queue with a name.
 *
 * @param name its name
 * @param properties those under {@code delayqueue.queues.<name>}, with what they inherit from {@code delayqueue}
 */
public record QueueConfiguration(String name, DelayQueueProperties properties) {}
