package io.delayqueue.autoconfigure;

/**
 * What is configured of a queue with a name.
 *
 * @param name its name
 * @param properties what {@code delayqueue.queues.<name>.*} says, and else {@code delayqueue.*}
 */
public record QueueConfiguration(String name, DelayQueueProperties properties) {}
