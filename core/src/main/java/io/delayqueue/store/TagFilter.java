package io.delayqueue.store;

import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with a tag.
 *
 * @param tag the tag
 * @param topic the topic of the tasks; null for all topics of the group
 * @param states the states of the tasks; empty for all
 */
public record TagFilter(Tag tag, @Nullable String topic, Set<TaskState> states) {

    /** {@return whether a task is one of them} */
    public boolean matches(TaskInfo task) {
        return task.options().tags().contains(tag)
                && (topic == null || topic.equals(task.topic().topic()))
                && (states.isEmpty() || states.contains(task.state()));
    }
}
