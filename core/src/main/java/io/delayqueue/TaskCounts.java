package io.delayqueue;

import java.time.Duration;

/**
 * How many unfinished tasks a topic has, all counted at the same moment.
 *
 * @param topic the topic
 * @param delayed how many wait for their time
 * @param ready how many are due and wait for a free callback
 * @param reserved how many are leased to an instance
 * @param dead how many dead letters there are
 * @param paused whether the topic is paused
 * @param overdue for how long the oldest ready task has been due, by the store's clock; zero if none is ready
 */
public record TaskCounts(
        TopicName topic, long delayed, long ready, long reserved, long dead, boolean paused, Duration overdue) {

    /** {@return all of them} */
    public long total() {
        return delayed + ready + reserved + dead;
    }
}
