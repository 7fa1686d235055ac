package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of unfinished tasks of a topic, of one moment.
 *
 * @param topic the topic
 * @param delayed number of tasks that wait for their due time
 * @param ready number of due tasks that wait for a free callback
 * @param reserved number of tasks leased to an instance
 * @param dead number of dead letters
 * @param paused whether no task of the topic is reserved, because the topic is paused or held
 * @param heldUntil the end of a hold by the store's clock; null if the topic is not held, or is paused
 * @param overdue time since the oldest ready task that is not behind was due, by the store's clock; zero if there is none
 * @param behind number of the ready tasks that wait for another one of their key
 * @param retrying number of the delayed, ready and reserved tasks that {@linkplain io.delayqueue.monitor.DelayQueueInspector#retrying are being
 *     retried}
 */
public record TaskCounts(
        TopicName topic,
        long delayed,
        long ready,
        long reserved,
        long dead,
        boolean paused,
        @Nullable Instant heldUntil,
        Duration overdue,
        long behind,
        long retrying) {

    /** {@return the number of unfinished tasks in all states} */
    public long total() {
        return delayed + ready + reserved + dead;
    }
}
