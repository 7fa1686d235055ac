package io.delayqueue.monitor;

import java.time.Duration;
import java.util.Collection;

/**
 * Work that the running instances can do for a topic.
 *
 * @param concurrency maximum number of concurrent callbacks, in sum; 0 if no instance reports the topic. A minimum unless complete
 * @param complete whether each instance reports the topic or {@linkplain InstanceInfo#listsAllTopics all of its topics}
 * @param durations durations of the attempts that ended, since the starts of those instances that report them for the topic
 */
public record TopicCapacity(int concurrency, boolean complete, AttemptDurations durations) {

    /**
     * Adds up the instances that are not gone. One that is drained runs no callbacks.
     *
     * @param instances the instances of the topic's group
     * @param topic the topic's name
     * @return the capacity
     */
    public static TopicCapacity of(Collection<InstanceInfo> instances, String topic) {
        int concurrency = 0;
        boolean complete = true;
        AttemptDurations durations = AttemptDurations.NONE;
        for (InstanceInfo instance : instances) {
            if (!instance.gone()) {
                complete &= !instance.mayConsume(topic) || instance.lists(topic);
                concurrency += instance.topics().stream()
                        .filter(consumed -> consumed.topic().equals(topic) && !instance.draining())
                        .mapToInt(InstanceTopic::concurrency)
                        .sum();
                durations = durations.plus(instance.topicCounters()
                        .getOrDefault(topic, InstanceCounters.NONE)
                        .durations());
            }
        }
        return new TopicCapacity(concurrency, complete, durations);
    }

    /**
     * Returns the mean number of callbacks that have to run at the same time to work off tasks within a window.
     *
     * @param tasks the number of tasks
     * @param each the duration of one
     * @param window the window, more than zero
     * @return their number
     */
    public static double neededConcurrency(long tasks, Duration each, Duration window) {
        return tasks * seconds(each) / seconds(window);
    }

    /** Does not overflow, as nanoseconds do after 292 years. */
    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
