package io.delayqueue.monitor;

/**
 * Topic that an instance consumes.
 *
 * @param topic the topic's name
 * @param concurrency maximum number of concurrent callbacks
 * @param running number of running callbacks
 * @param waiting number of prefetched tasks that wait for a thread
 */
public record InstanceTopic(String topic, int concurrency, int running, int waiting) {}
