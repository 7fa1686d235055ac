package io.delayqueue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the tasks of a topic in one state.
 *
 * @param tasks the tasks in the order of their time; can be empty though more follow, when many tasks of other topics lie
 *     between
 * @param cursor what to ask for the next page with, or null at the end. It stays good however the tasks change: what keeps
 *     its state and its time is seen once
 */
public record TaskPage(List<TaskInfo> tasks, @Nullable String cursor) {

    /**
     * Copies the list.
     */
    public TaskPage {
        tasks = List.copyOf(tasks);
    }
}
