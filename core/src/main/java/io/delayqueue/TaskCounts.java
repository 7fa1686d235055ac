package io.delayqueue;

import java.time.Duration;

/**
 * Numbers of unfinished tasks of a topic, of one moment.
 *
 * @param topic the topic
 * @param delayed number of tasks that wait for their due time
 * @param ready number of due tasks that wait for a free callback
 * @param reserved number of tasks leased to an instance
 * @param dead number of dead letters
 * @param paused whether the topic is paused
 * @param overdue time since the oldest ready task was due, by the store's clock; zero if none is ready
 */
public record TaskCounts(
        TopicName topic, long delayed, long ready, long reserved, long dead, boolean paused, Duration overdue) {

    /** {@return the number of unfinished tasks in all states} */
    public long total() {
        return delayed + ready + reserved + dead;
    }
}
