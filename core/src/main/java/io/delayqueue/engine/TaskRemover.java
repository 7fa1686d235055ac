package io.delayqueue.engine;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.UnclearRemovalException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Removes single tasks; requests of one group that meet travel together. */
final class TaskRemover {

    private final TaskStore store;

    private final Executor executor;

    private final Observers observers;

    private final Map<String, GroupCommit<String, Removed>> queues = new ConcurrentHashMap<>();

    /** What became of one request: the failure is the caller's own, and not that of those who travelled with it. */
    private record Removed(
            @Nullable TaskInfo task, @Nullable TaskStoreUnavailableException unclear) {}

    /**
     * Creates a remover.
     *
     * @param executor runs what it is given, in any case; see {@link Threads#orHere}
     */
    TaskRemover(TaskStore store, Executor executor, Observers observers) {
        this.store = store;
        this.observers = observers;
        this.executor = executor;
    }

    /** Removes a task; of several callers at once one gets what it was. */
    Optional<TaskInfo> remove(String group, String id) {
        Removed removed = queues.computeIfAbsent(
                        group,
                        name -> new GroupCommit<>(
                                ids -> cancel(name, ids), String::length, executor, GroupCommit.LANES))
                .await(id);
        if (removed.unclear() != null) {
            throw new TaskStoreUnavailableException(removed.unclear().getMessage(), removed.unclear());
        }
        TaskInfo task = removed.task();
        if (task != null) {
            observers.cancelled(task.topic(), 1);
        }
        return Optional.ofNullable(task);
    }

    /** Removes tasks, a step at a time; returns what those were that were there. */
    List<TaskInfo> removeAll(String group, List<String> ids) {
        List<TaskInfo> removed = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += TaskStore.MAX_BATCH) {
            List<String> step = ids.subList(from, Math.min(ids.size(), from + TaskStore.MAX_BATCH));
            store.cancel(group, step).stream().filter(Objects::nonNull).forEach(task -> {
                observers.cancelled(task.topic(), 1);
                removed.add(task);
            });
        }
        return removed;
    }

    private List<Removed> cancel(String group, List<String> ids) {
        List<String> different = ids.stream().distinct().toList();
        List<@Nullable TaskInfo> cancelled;
        TaskStoreUnavailableException unclear = null;
        try {
            cancelled = store.cancel(group, different);
        } catch (UnclearRemovalException e) {
            cancelled = e.removed();
            unclear = e;
        }
        Map<String, Removed> results = new HashMap<>();
        for (int i = 0; i < different.size(); i++) {
            TaskInfo task = cancelled.get(i);
            results.put(different.get(i), new Removed(task, task == null ? unclear : null));
        }
        List<Removed> all = new ArrayList<>();
        for (String id : ids) {
            // Whoever asks for the same task too finds that it is gone.
            Removed result = results.remove(id);
            all.add(result == null ? new Removed(null, null) : result);
        }
        return all;
    }
}
