package io.delayqueue.autoconfigure;

/**
 * Configuration of a named queue.
 *
 * @param name its name
 * @param properties those under {@code delayqueue.queues.<name>}, with the values inherited from {@code delayqueue}
 */
public record QueueConfiguration(String name, DelayQueueProperties properties) {}
