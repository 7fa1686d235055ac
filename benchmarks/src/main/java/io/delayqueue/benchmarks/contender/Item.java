package io.delayqueue.benchmarks.contender;

/**
 * Task of a workload.
 *
 * @param topic the topic, or the queue's name for contenders without topics
 * @param id unique in a trial
 * @param dueAt the due time, in milliseconds since the epoch
 * @param payload 80 bytes of text that begin with the due time, see {@link Items#dueAt}
 */
public record Item(String topic, String id, long dueAt, String payload) {}
