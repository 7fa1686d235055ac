package io.delayqueue.engine;

import io.delayqueue.TaskInfo;
import io.delayqueue.store.TaskStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Removes single tasks; requests of one group that meet travel together. */
final class TaskRemover {

    private final TaskStore store;

    private final Executor executor;

    private final Map<String, GroupCommit<String, Optional<TaskInfo>>> queues = new ConcurrentHashMap<>();

    /**
     * Creates a remover.
     *
     * @param executor runs what it is given, in any case; see {@link Threads#orHere}
     */
    TaskRemover(TaskStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    /** Removes a task; of several callers at once one gets what it was. */
    Optional<TaskInfo> remove(String group, String id) {
        return queues.computeIfAbsent(
                        group, name -> new GroupCommit<>(ids -> cancel(name, ids), String::length, executor))
                .await(id);
    }

    private List<Optional<TaskInfo>> cancel(String group, List<String> ids) {
        List<String> different = ids.stream().distinct().toList();
        List<@Nullable TaskInfo> cancelled = store.cancel(group, different);
        Map<String, TaskInfo> found = new HashMap<>();
        for (int i = 0; i < different.size(); i++) {
            TaskInfo task = cancelled.get(i);
            if (task != null) {
                found.put(different.get(i), task);
            }
        }
        return ids.stream().map(id -> Optional.ofNullable(found.remove(id))).toList();
    }
}
