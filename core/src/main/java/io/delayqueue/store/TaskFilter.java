package io.delayqueue.store;

import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Some of the tasks of a group.
 *
 * @param tag the tag of the tasks; null for any or none
 * @param topic the topic of the tasks; null for all topics of the group
 * @param states the states of the tasks; empty for all
 */
public record TaskFilter(@Nullable Tag tag, @Nullable String topic, Set<TaskState> states) {

    /** {@return whether a task is one of them} */
    public boolean matches(TaskInfo task) {
        return (tag == null || task.options().tags().contains(tag))
                && (topic == null || topic.equals(task.topic().topic()))
                && means(task.state());
    }

    /** {@return whether tasks of a state may be among them} */
    public boolean means(TaskState state) {
        return states.isEmpty() || states.contains(state);
    }
}
