package io.delayqueue.web.api;

import io.delayqueue.TaskCounts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Topic and its counts in responses of the API.
 *
 * @param group the group
 * @param topic the topic's name there
 * @param delayed the number of tasks that are not due
 * @param ready the number of tasks that are due and not reserved
 * @param reserved the number of leased tasks
 * @param dead the number of dead letters
 * @param total the sum
 * @param paused whether it is paused or held
 * @param heldUntil the end of a hold
 * @param overdueMillis the time for which the oldest ready task has been due
 * @param behind the number of ready tasks that wait for another one of their key
 * @param retrying the number of delayed, ready and reserved tasks that are being retried
 * @param registered whether the topic is registered
 */
public record TopicView(
        String group,
        String topic,
        long delayed,
        long ready,
        long reserved,
        long dead,
        long total,
        boolean paused,
        @Nullable Instant heldUntil,
        long overdueMillis,
        long behind,
        long retrying,
        boolean registered) {

    /**
     * Creates the response for a topic.
     *
     * @param counts the counts
     * @param registered whether the topic is registered
     * @return the response
     */
    public static TopicView of(TaskCounts counts, boolean registered) {
        return new TopicView(
                counts.topic().group(),
                counts.topic().topic(),
                counts.delayed(),
                counts.ready(),
                counts.reserved(),
                counts.dead(),
                counts.total(),
                counts.paused(),
                counts.heldUntil(),
                counts.overdue().toMillis(),
                counts.behind(),
                counts.retrying(),
                registered);
    }
}
