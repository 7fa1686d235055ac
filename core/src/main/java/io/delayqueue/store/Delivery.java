package io.delayqueue.store;

import io.delayqueue.Tag;
import io.delayqueue.store.TaskDetail.Label;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One reservation of one task. Its number and its instance fence: only the newest delivery of a task can change it. The tasks of one
 * reserve may have the same number.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param number grows with every reserve of the group, even if the store has lost its last writes, and is unique among the deliveries under this
 *     id
 * @param instance the name under which the task was leased; it has no colon
 * @param label the key and the tags of the task, which a store may need at the end of the delivery, as {@link Label#behindTopic} reads
 *     them; null if the task has neither
 */
public record Delivery(
        String topic,
        String id,
        long number,
        String instance,
        @Nullable String label) {

    /** {@return the key of the task; null if it has none} */
    public @Nullable String key() {
        return Label.of(":" + Objects.toString(label, "")).key();
    }

    /** {@return the tags of the task} */
    public List<Tag> tags() {
        return Label.of(":" + Objects.toString(label, "")).tags();
    }
}
