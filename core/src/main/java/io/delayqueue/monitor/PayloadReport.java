package io.delayqueue.monitor;

import java.util.List;

/**
 * Result of a check of payloads.
 *
 * @param group the group
 * @param topics the checked topics, in the order of their names; those with a callback in this engine even if they have no tasks
 * @param skipped other topics, in the order of their names, with tasks that this engine has no callback for: their payloads were not
 *     read
 */
public record PayloadReport(String group, List<TopicPayloads> topics, List<String> skipped) {

    /** Copies the lists. */
    public PayloadReport {
        topics = List.copyOf(topics);
        skipped = List.copyOf(skipped);
    }

    /** {@return whether all tasks of the checked topics were read, and none was unreadable} */
    public boolean isClean() {
        return topics.stream().allMatch(topic -> topic.complete() && topic.unreadable() == 0);
    }
}
