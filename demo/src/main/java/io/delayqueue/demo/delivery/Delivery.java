package io.delayqueue.demo.delivery;

import java.time.Duration;
import java.time.Instant;

/**
 * Callback of the queue.
 *
 * @param sequence its number in this run, from 1
 * @param task the task's topic and id
 * @param order the order of the task
 * @param startedAt when the callback started, by this machine's clock
 * @param latenessMillis the lateness in milliseconds
 * @param outcome the outcome in a few words
 */
public record Delivery(
        long sequence, TaskName task, long order, Instant startedAt, double latenessMillis, String outcome) {

    /**
     * Identifies a task.
     *
     * @param topic its topic
     * @param id its id
     */
    public record TaskName(String topic, String id) {}

    static double millis(Duration lateness) {
        return lateness.toNanos() / 1e6;
    }
}
