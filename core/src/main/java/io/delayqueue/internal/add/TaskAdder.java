package io.delayqueue.internal.add;

import io.delayqueue.AddInterceptor;
import io.delayqueue.AddQueueLimits;
import io.delayqueue.AddResult;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.registry.InUse;
import io.delayqueue.internal.run.CronTimes;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Backend;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes tasks and adds them to the store. */
public final class TaskAdder {

    /** Without limits: requests for the time have room already. */
    private static final AddQueueLimits UNBOUNDED =
            new AddQueueLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ZERO);

    private final TaskStore store;

    private final TaskWriter writer;

    private final NewTasks tasks;

    private final Executor executor;

    private final boolean together;

    private final AddQueueLimits limits;

    private final int lanes;

    private final Duration timeout;

    private final List<AddInterceptor> interceptors;

    private final Observers observers;

    private final InUse<GroupCommit<NewTask, AddStatus>> queues = new InUse<>(this::newQueue);

    /** Requests for the store's time. */
    private final InUse<GroupCommit<NewTask, Long>> times = new InUse<>(this::newTimes);

    /**
     * Creates an adder.
     *
     * @param executor runs every task; see {@link Threads#orHere}
     * @param together whether concurrent adds share a call
     * @param limits limits of the asynchronous adds of a group
     * @param interceptors intercept adds, the first one outermost
     * @param observers receive the number of added tasks
     */
    public TaskAdder(
            Backend backend,
            TaskWriter writer,
            CronTimes cron,
            Executor executor,
            boolean together,
            AddQueueLimits limits,
            List<AddInterceptor> interceptors,
            Observers observers) {
        this.store = backend.tasks();
        this.writer = writer;
        // The call holds its connection until the replicas have answered.
        this.lanes = backend.addsWaitForReplicas() ? 1 : GroupCommit.LANES;
        this.timeout = backend.callTimeout();
        this.tasks = new NewTasks(store, writer, cron);
        this.executor = executor;
        this.together = together;
        this.limits = limits;
        this.interceptors = interceptors;
        this.observers = observers;
    }

    /** Adds a task under other ids while its fresh one belongs to another task. */
    private AddStatus drawIds(Task task, AddStatus status) {
        AddStatus last = status;
        while (last.kind() != AddStatus.Kind.ADDED) {
            task.drawIdAgain();
            last = queue(task).await(tasks.write(task, true));
        }
        return last;
    }

    /** Checks a task that is added later, and writes the parts that could change until then. */
    public Task freeze(Task task) {
        return tasks.freeze(task);
    }

    /** Reads the store's time for a cron expression without making the caller wait; the task has room before. */
    private CompletableFuture<AddStatus> sendTimed(Task task, boolean fresh) {
        GroupCommit<NewTask, AddStatus> queue = queue(task);
        NewTask written = tasks.writeUntimed(task, fresh);
        queue.takeRoom(written);
        CompletableFuture<NewTask> timed;
        try {
            timed = times.get(task.topic().group())
                    .sendAsync(written)
                    .thenApply(now -> tasks.timed(task, written, now));
        } catch (Throwable e) {
            queue.leaveRoom(written);
            throw e;
        }
        return timed.whenComplete((ready, failure) -> {
                    if (failure != null) {
                        queue.leaveRoom(written);
                    }
                })
                .thenCompose(queue::sendInRoom);
    }

    /** One concurrent call for all requests: one thread each would be too many while the store does not answer. */
    private GroupCommit<NewTask, Long> newTimes(String group) {
        return new GroupCommit<>(
                tasks -> Collections.nCopies(tasks.size(), store.time(group)),
                task -> 0,
                task -> group,
                executor,
                1,
                timeout,
                new UnawaitedAdds(group, UNBOUNDED, () -> false));
    }

    /** {@return a payload as JSON, for a task that is there already} */
    public byte[] writePayload(Object payload) {
        return writer.writePayload(payload);
    }

    public AddResult add(Task task) {
        return isIntercepted() ? intercepted(List.of(task), tasks -> addOne(tasks.get(0))) : addOne(task);
    }

    private AddResult addOne(Task task) {
        boolean fresh = task.markUsed();
        AddStatus status = queue(task).await(tasks.write(task, fresh));
        return observed(task, fresh ? drawIds(task, status) : status);
    }

    public CompletableFuture<AddResult> addAsync(Task task) {
        Additions additions = Additions.begin(interceptors, observers, List.of(task));
        try {
            Answer answer = new Answer(additions);
            Task added = additions.task();
            CompletableFuture<AddStatus> sent = added.repeat() instanceof Repeat.Cron
                    ? sendTimed(added, answer.fresh)
                    : queue(added).sendAsync(tasks.write(added, answer.fresh));
            sent.whenComplete(answer);
            return answer.result;
        } catch (Throwable e) {
            additions.end(e);
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Answer to an asynchronous add. Given on a thread of the executor, never on the sending one, not even for a failure: a stage that
     * adds another task would wait for itself. Given for certain, because its caller may wait for it: see {@link BatchCalls#complete}.
     */
    private final class Answer implements BiConsumer<AddStatus, @Nullable Throwable>, Runnable {

        private final Additions additions;

        private final boolean fresh;

        private final CompletableFuture<AddResult> result = new CompletableFuture<>();

        private @Nullable AddStatus status;

        private @Nullable Throwable failure;

        private Answer(Additions additions) {
            this.additions = additions;
            this.fresh = additions.task().markUsed();
        }

        @Override
        public void accept(AddStatus added, @Nullable Throwable thrown) {
            status = added;
            failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
            executor.execute(this);
        }

        @Override
        public void run() {
            AddResult added = null;
            try {
                if (failure == null) {
                    Task task = additions.task();
                    added = observed(task, fresh ? drawIds(task, status) : status);
                }
            } catch (Throwable e) {
                failure = e;
            }
            try {
                additions.end(failure);
            } finally {
                BatchCalls.complete(result, added, failure);
            }
        }
    }

    public List<AddResult> addAll(List<Task> all) {
        return isIntercepted() ? intercepted(all, this::addMany) : addMany(all);
    }

    private boolean isIntercepted() {
        return !interceptors.isEmpty();
    }

    private <T> T intercepted(List<Task> tasks, Function<List<Task>, T> add) {
        Additions additions = Additions.begin(interceptors, observers, tasks);
        try {
            T result = add.apply(additions.tasks());
            additions.end(null);
            return result;
        } catch (Throwable e) {
            additions.end(e);
            throw e;
        }
    }

    private List<AddResult> addMany(List<Task> all) {
        boolean[] fresh = new boolean[all.size()];
        List<NewTask> written = new ArrayList<>(all.size());
        for (int i = 0; i < fresh.length; i++) {
            fresh[i] = all.get(i).markUsed();
            written.add(tasks.write(all.get(i), fresh[i]));
        }
        Map<String, List<Integer>> byGroup = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            byGroup.computeIfAbsent(all.get(i).topic().group(), group -> new ArrayList<>())
                    .add(i);
        }
        AddStatus[] statuses = new AddStatus[all.size()];
        byGroup.forEach((group, indexes) -> addGroup(group, indexes, written, statuses));
        for (int i = 0; i < statuses.length; i++) {
            if (fresh[i] && statuses[i].kind() != AddStatus.Kind.ADDED) {
                statuses[i] = drawIds(all.get(i), statuses[i]);
                observers.added(all.get(i).topic(), 1);
            }
        }
        List<AddResult> results = new ArrayList<>(all.size());
        for (int i = 0; i < statuses.length; i++) {
            results.add(AddResults.of(all.get(i), statuses[i]));
        }
        return results;
    }

    private void addGroup(String group, List<Integer> indexes, List<NewTask> written, AddStatus[] statuses) {
        int from = 0;
        while (from < indexes.size()) {
            int to = from;
            int bytes = 0;
            do {
                bytes += written.get(indexes.get(to)).detail().length;
                to++;
            } while (to < indexes.size()
                    && to - from < TaskStore.MAX_BATCH
                    && bytes + written.get(indexes.get(to)).detail().length <= GroupCommit.MAX_BYTES);
            List<Integer> step = indexes.subList(from, to);
            List<NewTask> part = step.stream().map(written::get).toList();
            List<AddStatus> added = store.add(group, part);
            for (int i = 0; i < added.size(); i++) {
                statuses[step.get(i)] = added.get(i);
            }
            observe(group, part, added);
            from += added.size();
        }
    }

    private GroupCommit<NewTask, AddStatus> queue(Task task) {
        String group = task.topic().group();
        return together ? queues.get(group) : newQueue(group);
    }

    private GroupCommit<NewTask, AddStatus> newQueue(String group) {
        return new GroupCommit<>(
                tasks -> store.add(group, tasks),
                written -> written.detail().length,
                NewTask::topic,
                executor,
                lanes,
                timeout,
                new UnawaitedAdds(group, limits, () -> !Threads.isOwn()));
    }

    private AddResult observed(Task task, AddStatus status) {
        if (isNew(status)) {
            observers.added(task.topic(), 1);
        }
        return AddResults.of(task, status);
    }

    private void observe(String group, List<NewTask> tasks, List<AddStatus> statuses) {
        Map<String, Integer> added = new LinkedHashMap<>();
        for (int i = 0; i < tasks.size(); i++) {
            if (isNew(statuses.get(i))) {
                added.merge(tasks.get(i).topic(), 1, Integer::sum);
            }
        }
        added.forEach((topic, count) -> observers.added(new TopicName(group, topic), count));
    }

    private static boolean isNew(AddStatus status) {
        return status.kind() == AddStatus.Kind.ADDED || status.kind() == AddStatus.Kind.REPLACED;
    }
}
