package io.delayqueue.monitor;

import java.util.List;

/**
 * Payloads of a topic's tasks, read with the type of its callback.
 *
 * @param topic the topic
 * @param tasks number of tasks read, with the unreadable ones
 * @param unreadable number of tasks that no attempt of this engine could read
 * @param complete whether all tasks were read; false if the time was over before
 * @param first the first unreadable tasks, at most {@link #MAX_FIRST}
 */
public record TopicPayloads(
        String topic, long tasks, long unreadable, boolean complete, List<UnreadablePayload> first) {

    /** Maximum number of listed tasks of a topic. */
    public static final int MAX_FIRST = 10;

    /** Copies the list. */
    public TopicPayloads {
        first = List.copyOf(first);
    }
}
