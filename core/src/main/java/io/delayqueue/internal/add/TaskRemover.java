package io.delayqueue.internal.add;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.RemoveResult;
import io.delayqueue.RemoveResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Removes tasks; concurrent requests of a group share a call. */
public final class TaskRemover {

    private final TaskStore store;

    private final Observers observers;

    private final Attempts attempts;

    private final Function<String, GroupCommit<String, Optional<TaskInfo>>> newQueue;

    private final Map<String, GroupCommit<String, Optional<TaskInfo>>> queues = new ConcurrentHashMap<>();

    /**
     * Creates a remover.
     *
     * @param executor runs every task; see {@link Threads#orHere}
     */
    public TaskRemover(Backend backend, Executor executor, Observers observers, Attempts attempts) {
        this.store = backend.tasks();
        this.observers = observers;
        this.attempts = attempts;
        this.newQueue =
                // The topic of a task is not known: the store may refuse each removal alone.
                group -> new GroupCommit<>(
                        ids -> remove(group, ids),
                        String::length,
                        id -> id,
                        executor,
                        GroupCommit.LANES,
                        backend.callTimeout(),
                        new UnawaitedAdds(group, AddQueueLimits.DEFAULT, () -> false));
    }

    /** Removes a task. Of several concurrent callers one receives it. */
    public RemoveResult remove(String group, String id) {
        attempts.removing(isOneOf(group, List.of(id)));
        return result(GroupCommit.of(group, queues, newQueue).await(id).orElse(null));
    }

    /** Reports a removal to the observers. */
    private RemoveResult result(@Nullable TaskInfo task) {
        if (task == null) {
            return new RemoveResult(Outcome.NOT_FOUND, null);
        }
        observers.each(observer -> observer.removed(task.topic(), 1));
        return new RemoveResult(Outcome.REMOVED, task);
    }

    private static Predicate<AttemptedTask> isOneOf(String group, Collection<String> ids) {
        return attempt -> attempt.topic().group().equals(group) && ids.contains(attempt.id());
    }

    /** Removes tasks step by step, all or only some of them; returns the results in the order of the ids. */
    public List<RemoveResult> removeAll(String group, List<String> ids, @Nullable TaskFilter only) {
        List<RemoveResult> results = new ArrayList<>(ids.size());
        for (int from = 0; from < ids.size(); ) {
            List<String> step = ids.subList(from, Math.min(ids.size(), from + TaskStore.MAX_BATCH));
            attempts.removing(isOneOf(group, step));
            List<@Nullable TaskInfo> tasks = store.remove(group, step, only);
            tasks.forEach(task -> results.add(result(task)));
            from += tasks.size();
        }
        return results;
    }

    private List<Optional<TaskInfo>> remove(String group, List<String> ids) {
        List<String> different = ids.stream().distinct().toList();
        List<@Nullable TaskInfo> removed = store.remove(group, different);
        Map<String, Optional<TaskInfo>> results = new HashMap<>();
        for (int i = 0; i < removed.size(); i++) {
            results.put(different.get(i), Optional.ofNullable(removed.get(i)));
        }
        // A second request for the same task finds none.
        return ids.stream()
                .takeWhile(results::containsKey)
                .map(id -> results.put(id, Optional.empty()))
                .toList();
    }
}
