package io.delayqueue.internal.add;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.delayqueue.AddInterceptor;
import io.delayqueue.AddQueueLimits;
import io.delayqueue.AddResult;
import io.delayqueue.AddResult.Outcome;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.log.LogText;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.Backend;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes tasks and adds them to the store. */
public final class TaskAdder {

    private static final long KNOWN_FOR = MINUTES.toNanos(1);

    private final TaskStore store;

    private final TaskWriter writer;

    private final Repeats repeats;

    private final Executor executor;

    /** Reads times of cron expressions. */
    private final Executor times;

    private final EngineTime time;

    private final AddQueueLimits limits;

    private final int lanes;

    private final Duration timeout;

    private final List<AddInterceptor> interceptors;

    private final Observers observers;

    /** The store's time as it was read last. */
    private volatile @Nullable StoreTime known;

    private record StoreTime(String group, long millis, long readAt) {}

    private final Map<String, GroupCommit<NewTask, AddStatus>> queues = new ConcurrentHashMap<>();

    /**
     * Creates an adder.
     *
     * @param executor runs every task; see {@link Threads#orHere}
     * @param time the engine's time; concurrent adds share a call unless it is moved
     * @param limits limits of the asynchronous adds of a group
     * @param interceptors intercept adds, the first one outermost
     * @param observers receive the number of added tasks
     */
    public TaskAdder(
            Backend backend,
            TaskWriter writer,
            Repeats repeats,
            Executor executor,
            EngineTime time,
            AddQueueLimits limits,
            List<AddInterceptor> interceptors,
            Observers observers) {
        this.store = backend.tasks();
        this.writer = writer;
        // The call holds its connection until the replicas have answered.
        this.lanes = backend.addsWaitForReplicas() ? 1 : GroupCommit.LANES;
        this.timeout = backend.callTimeout();
        this.repeats = repeats;
        this.executor = executor;
        this.times = new FewThreads(executor, 1);
        this.time = time;
        this.limits = limits;
        this.interceptors = interceptors;
        this.observers = observers;
    }

    /** Checks a task that is added later, and writes the parts that could change until then. */
    public Task freeze(Task task) {
        repeats.check(task);
        return writer.freeze(task);
    }

    /**
     * Writes tasks that are kept outside the store and added later, without a call of the store.
     *
     * @param now the time from which the first time of a cron expression is looked for, in milliseconds since the epoch
     */
    public List<NewTask> writeForLater(List<Task> tasks, long now) {
        return intercepted(tasks, all -> all.stream()
                .map(task -> {
                    repeats.check(task);
                    return repeats.timed(task, writer.write(task), now);
                })
                .toList());
    }

    /** Writes a task, with the first time of its cron expression if it has one, and refuses one that cannot begin in time. */
    private NewTask write(Task task) {
        NewTask written = writer.write(task);
        return isTimed(task) ? timed(task, written) : written;
    }

    private static boolean isTimed(Task task) {
        return task.repeat() instanceof Repeat.Cron
                || task.dueUntil() != null
                || task.options().notAfter() != null && task.delay() != null;
    }

    private NewTask timed(Task task, NewTask written) {
        String group = task.topic().group();
        if (task.repeat() instanceof Repeat.Cron) {
            return repeats.timed(task, written, store.time(group));
        }
        Instant now = Instant.ofEpochMilli(storeTime(group));
        Instant until = task.dueUntil();
        Instant last = task.options().notAfter();
        if (until != null && until.isBefore(now)) {
            throw new InvalidTaskException("dueBetween must not be over by the store's time, but ends at " + until);
        }
        if (last != null && task.delay() != null && now.plus(task.delay()).isAfter(last)) {
            throw new InvalidTaskException("notAfter must not be before the due time: the task may not begin after "
                    + last + ", but is due in " + LogText.words(task.delay()) + " by the store's time");
        }
        return written;
    }

    /** Returns the store's time by one that was read within the last minute: a call for each task would double those of an add. */
    private long storeTime(String group) {
        StoreTime last = known;
        if (last == null || !last.group().equals(group) || time.now() - last.readAt() > KNOWN_FOR) {
            last = new StoreTime(group, store.time(group), time.now());
            known = last;
        }
        return last.millis() + NANOSECONDS.toMillis(time.now() - last.readAt());
    }

    /** Reads the store's time on another thread, because the caller must not wait; one after the other, so the order
     * of adds stays. The task has room before. */
    private CompletableFuture<AddStatus> sendTimed(Task task, NewTask written) {
        GroupCommit<NewTask, AddStatus> queue = queue(task);
        queue.takeRoom(written);
        try {
            return CompletableFuture.supplyAsync(() -> timed(task, written), times)
                    .whenComplete((timed, failure) -> {
                        if (failure != null) {
                            queue.leaveRoom(written);
                        }
                    })
                    .thenCompose(queue::sendInRoom);
        } catch (Throwable e) {
            queue.leaveRoom(written);
            throw e;
        }
    }

    /** {@return a payload as JSON, for a task that is there already} */
    public byte[] writePayload(Object payload) {
        return writer.writePayload(payload);
    }

    public AddResult add(Task task) {
        return interceptors.isEmpty() ? addOne(task) : intercepted(List.of(task), tasks -> addOne(tasks.get(0)));
    }

    private AddResult addOne(Task task) {
        return observed(task, queue(task).await(write(task)));
    }

    public CompletableFuture<AddResult> addAsync(Task task) {
        Additions additions = Additions.begin(interceptors, observers, List.of(task));
        try {
            CompletableFuture<AddResult> result = new CompletableFuture<>();
            BiConsumer<AddStatus, @Nullable Throwable> answer =
                    (status, failure) -> answer(result, additions, status, failure);
            Task added = additions.tasks().get(0);
            NewTask written = writer.write(added);
            CompletableFuture<AddStatus> sent =
                    isTimed(added) ? sendTimed(added, written) : queue(added).sendAsync(written);
            sent.whenCompleteAsync(answer, executor);
            return result;
        } catch (Throwable e) {
            additions.end(e);
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Answer to an asynchronous add. Given on a thread of the executor, never on the sending one, not even for a failure: a stage that
     * adds another task would wait for itself. Given for certain, because its caller may wait for it: see {@link BatchCalls#complete}.
     */
    private void answer(
            CompletableFuture<AddResult> result, Additions additions, AddStatus status, @Nullable Throwable thrown) {
        AddResult added = null;
        Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        try {
            if (failure == null) {
                added = observed(additions.tasks().get(0), status);
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

    public List<AddResult> addAll(List<Task> all) {
        return intercepted(all, this::addMany);
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
        Map<String, List<NewTask>> written = all.stream()
                .collect(groupingBy(task -> task.topic().group(), LinkedHashMap::new, mapping(this::write, toList())));
        Map<String, Iterator<AddStatus>> statuses = new HashMap<>();
        written.forEach((group, tasks) -> statuses.put(group, addGroup(group, tasks)));
        return all.stream()
                .map(task -> result(
                        task, requireNonNull(statuses.get(task.topic().group())).next()))
                .toList();
    }

    private Iterator<AddStatus> addGroup(String group, List<NewTask> tasks) {
        List<AddStatus> statuses = new ArrayList<>(tasks.size());
        while (statuses.size() < tasks.size()) {
            List<NewTask> call = firstCall(tasks.subList(statuses.size(), tasks.size()));
            List<AddStatus> added = store.add(group, call);
            statuses.addAll(added);
            observe(group, call, added);
        }
        return statuses.iterator();
    }

    /** Returns the first tasks that one call adds. */
    private static List<NewTask> firstCall(List<NewTask> tasks) {
        int count = 0;
        int bytes = 0;
        do {
            bytes += tasks.get(count++).detail().length;
        } while (count < Math.min(tasks.size(), TaskStore.MAX_BATCH)
                && bytes + tasks.get(count).detail().length <= GroupCommit.MAX_BYTES);
        return tasks.subList(0, count);
    }

    private GroupCommit<NewTask, AddStatus> queue(Task task) {
        String group = task.topic().group();
        return !time.moved() ? GroupCommit.of(group, queues, this::newQueue) : newQueue(group);
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
            observers.each(observer -> observer.added(task.topic(), 1));
        }
        return result(task, status);
    }

    private void observe(String group, List<NewTask> tasks, List<AddStatus> statuses) {
        Map<String, Integer> added = new LinkedHashMap<>();
        for (int i = 0; i < statuses.size(); i++) {
            if (isNew(statuses.get(i))) {
                added.merge(tasks.get(i).topic(), 1, Integer::sum);
            }
        }
        added.forEach((topic, count) -> {
            TopicName name = new TopicName(group, topic);
            observers.each(observer -> observer.added(name, count));
        });
    }

    private static boolean isNew(AddStatus status) {
        return status.kind() == Kind.ADDED || status.kind() == Kind.REPLACED;
    }

    /** Converts what the store did with a task into the result for the caller. */
    private static AddResult result(Task task, AddStatus status) {
        if (status.kind() == Kind.OTHER_TOPIC) {
            throw new InvalidTaskException(
                    "id must be unique in its group, but '" + task.id() + "' belongs to a task of another topic of "
                            + task.topic().group() + "; use another id, or remove that task by this id");
        }
        if (status.kind() == Kind.EXISTED && task.idGenerated()) {
            throw new InvalidTaskException("id must be unique in its group, but the generated '" + task.id()
                    + "' belongs to a task with other content; build the task again");
        }
        Outcome outcome =
                switch (status.kind()) {
                    case ADDED -> Outcome.ADDED;
                    case REPLACED -> Outcome.REPLACED;
                    case RECENT -> Outcome.RECENT;
                    default -> Outcome.EXISTED;
                };
        if (outcome == Outcome.EXISTED && task.ifExists() == IfExists.FAIL) {
            throw new TaskExistsException(task.topic(), task.id());
        }
        return new AddResult(task.id(), outcome, Instant.ofEpochMilli(status.dueAt()));
    }
}
