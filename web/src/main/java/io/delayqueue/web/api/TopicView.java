package io.delayqueue.web.api;

import io.delayqueue.TaskCounts;

/**
 * A topic and its counts, as the API returns them.
 *
 * @param group the group
 * @param topic the topic's name there
 * @param delayed how many wait for their time
 * @param ready how many are due and not reserved
 * @param reserved how many are leased
 * @param dead how many dead letters there are
 * @param total all of them
 * @param paused whether it is paused
 * @param overdueMillis for how long the oldest ready task has been due
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
        long overdueMillis,
        boolean registered) {

    /**
     * Creates the view of a topic.
     *
     * @param counts the counts
     * @param registered whether the topic is registered
     * @return the same
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
                counts.overdue().toMillis(),
                registered);
    }
}
