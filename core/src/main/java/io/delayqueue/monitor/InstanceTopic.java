package io.delayqueue.monitor;

/**
 * What an instance was doing for a topic that it consumes.
 *
 * @param topic the topic's name
 * @param concurrency how many callbacks may run at once
 * @param running how many ran
 * @param waiting how many tasks it had fetched that waited for a thread
 */
public record InstanceTopic(String topic, int concurrency, int running, int waiting) {}
