package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walk through the pages of two stores, while tasks come and go: the pages are the same, and what stays in its place is seen once. */
final class Walk {

    private final TopicName topic;

    private final TaskState state;

    /** Tasks that have not changed since the walk began. */
    private final Map<String, TaskInfo> unchanged = new HashMap<>();

    private final Set<String> seen = new HashSet<>();

    private @Nullable String cursor;

    private @Nullable String cursorInMemory;

    Walk(TopicName topic, TaskState state, Map<String, TaskInfo> tasks) {
        this.topic = topic;
        this.state = state;
        tasks.forEach((id, task) -> {
            if (task.state() == state && task.topic().equals(topic)) {
                unchanged.put(id, task);
            }
        });
    }

    /** Takes over what a step has made of the tasks. Of ready ones the place is not seen, so only the pages are compared. */
    void changed(Map<String, TaskInfo> tasks) {
        unchanged.values().removeIf(task -> state == TaskState.READY || !task.equals(tasks.get(task.id())));
    }

    /** Takes one page; false at the end. */
    boolean goOn(StoreUnderTest redis, StoreUnderTest memory, int limit) {
        TaskPage page = redis.topics().list(topic, state, cursor, limit, true);
        TaskPage pageInMemory = memory.topics().list(topic, state, cursorInMemory, limit, true);
        assertThat(page.tasks()).as("page of %s", this).isEqualTo(pageInMemory.tasks());
        assertThat(page.cursor() == null).as("end of %s", this).isEqualTo(pageInMemory.cursor() == null);
        for (TaskInfo task : page.tasks()) {
            assertThat(seen.add(task.id()) || !unchanged.containsKey(task.id()))
                    .as("seen once: %s", task)
                    .isTrue();
        }
        cursor = page.cursor();
        cursorInMemory = pageInMemory.cursor();
        if (cursor == null) {
            assertThat(seen).as("seen by %s", this).containsAll(unchanged.keySet());
        }
        return cursor != null;
    }

    @Override
    public String toString() {
        return state + " of " + topic;
    }
}
