package io.delayqueue.demo.delivery;

import java.time.Duration;
import java.time.Instant;

/**
 * One callback of the queue.
 *
 * @param sequence its place among all of this run, from 1
 * @param task the task's topic and id
 * @param order the order it was about
 * @param startedAt when the callback started, by this machine's clock
 * @param latenessMillis how long after the task's time that was
 * @param outcome what the callback did, in a few words
 */
public record Delivery(
        long sequence, TaskName task, long order, Instant startedAt, double latenessMillis, String outcome) {

    /**
     * Names a task.
     *
     * @param topic its topic
     * @param id its id
     */
    public record TaskName(String topic, String id) {}

    static double millis(Duration lateness) {
        return lateness.toNanos() / 1e6;
    }
}
