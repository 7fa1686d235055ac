package io.delayqueue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of the tasks of a topic in one state.
 *
 * @param tasks the tasks in the order of their time; may be fewer than the limit, even none, although more follow
 * @param cursor the cursor of the next page, or null at the end. It stays valid while tasks change: a task that keeps its state and
 *     its time is listed once
 */
public record TaskPage(List<TaskInfo> tasks, @Nullable String cursor) {

    /**
     * Copies the list.
     */
    public TaskPage {
        tasks = List.copyOf(tasks);
    }
}
