package io.delayqueue.benchmarks.contender;

/**
 * A task as workloads make them.
 *
 * @param topic the topic, or the queue's name where there are no topics
 * @param id unique in a trial
 * @param dueAt when it is due, in milliseconds since the epoch
 * @param payload 80 bytes of text that begin with the due time, see {@link Items#dueAt}
 */
public record Item(String topic, String id, long dueAt, String payload) {}
