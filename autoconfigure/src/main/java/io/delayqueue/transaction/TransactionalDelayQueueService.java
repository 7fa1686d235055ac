package io.delayqueue.transaction;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicOperations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks after the Spring transaction of their caller has been committed, and not at all if it is rolled back, also to a
 * savepoint. Other calls, and adds outside a transaction, are delegated at once.
 *
 * <p>In a transaction the call checks a task and writes its payload; the result is {@link AddResult.Outcome#AFTER_COMMIT}. A
 * delay counts from the add to the store, after the commit. All tasks of a transaction are added in order in one call of
 * {@link DelayQueueService#addTasks}. If that fails, the exception reaches the caller of the commit, which is not undone, and
 * the ids of the tasks are logged. A process that dies between the commit and the add loses the tasks.
 *
 * <p>Transactions are those that Spring binds to the thread. A task that is added from within a synchronization's
 * {@code afterCommit}, as the first of its transaction, is added in {@code afterCompletion}, where Spring logs a failure
 * instead of throwing it.
 */
public final class TransactionalDelayQueueService implements DelayQueueService {

    private final DelayQueueService delegate;

    private final UnaryOperator<Task> freezing;

    /**
     * Creates a service.
     *
     * @param delegate the service that adds the tasks
     * @param freezing checks a task that is added later, and writes its payload: the {@code freeze} of the engine
     */
    public TransactionalDelayQueueService(DelayQueueService delegate, UnaryOperator<Task> freezing) {
        this.delegate = delegate;
        this.freezing = freezing;
    }

    /**
     * Adds one task, at once or after the commit.
     *
     * @param task the task
     * @return the result of the delegate; in a transaction the task's id, {@link AddResult.Outcome#AFTER_COMMIT}, and when the
     *     task would be due if it were added now, by this machine's clock; for a cron task without its own time, now
     */
    @Override
    public AddResult addTask(Task task) {
        PendingTasks pending = PendingTasks.ofCurrentTransaction(delegate);
        return pending == null ? delegate.addTask(task) : keep(pending, freezing.apply(task), null);
    }

    /**
     * Adds several tasks, at once or after the commit. In a transaction none is added if one is not valid.
     *
     * @param tasks the tasks, of any groups and topics
     * @return the results as of {@link #addTask}, in the order of the tasks
     */
    @Override
    public List<AddResult> addTasks(Collection<Task> tasks) {
        PendingTasks pending = PendingTasks.ofCurrentTransaction(delegate);
        if (pending == null) {
            return delegate.addTasks(tasks);
        }
        Objects.requireNonNull(tasks, "tasks must not be null");
        List<Task> frozen = tasks.stream().map(freezing).toList();
        return frozen.stream().map(task -> keep(pending, task, null)).toList();
    }

    /**
     * Adds one task without waiting, at once or after the commit.
     *
     * @param task the task
     * @return in a transaction completed after its commit, on the thread that commits; exceptionally if the add fails or the
     *     transaction, or the part of it since a savepoint, is rolled back. A wait for it within the transaction never ends
     */
    @Override
    public CompletableFuture<AddResult> addTaskAsync(Task task) {
        PendingTasks pending = PendingTasks.ofCurrentTransaction(delegate);
        if (pending == null) {
            return delegate.addTaskAsync(task);
        }
        CompletableFuture<AddResult> result = new CompletableFuture<>();
        try {
            keep(pending, freezing.apply(task), result);
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    /** {@return how many tasks of all queues wait for the commit of the transaction of this thread} */
    public static int pendingTasks() {
        return PendingTasks.count();
    }

    private static AddResult keep(PendingTasks pending, Task task, @Nullable CompletableFuture<AddResult> result) {
        pending.add(task, result);
        return new AddResult(task.id(), AddResult.Outcome.AFTER_COMMIT, dueAt(task));
    }

    private static Instant dueAt(Task task) {
        Instant given = task.dueAt();
        Duration delay = task.delay() == null ? Duration.ZERO : task.delay();
        Instant exact = given == null ? Instant.now().plus(delay) : given;
        Instant millis = exact.truncatedTo(ChronoUnit.MILLIS);
        return millis.equals(exact) ? exact : millis.plusMillis(1);
    }

    // The following calls are delegated at once, in a transaction too.

    @Override
    public Optional<TaskInfo> findTask(String group, String id) {
        return delegate.findTask(group, id);
    }

    @Override
    public Optional<TaskInfo> removeTask(String group, String id) {
        return delegate.removeTask(group, id);
    }

    @Override
    public List<TaskInfo> removeTasks(String group, Collection<String> ids) {
        return delegate.removeTasks(group, ids);
    }

    @Override
    public RescheduleResult rescheduleTask(String group, String id, Duration delay) {
        return delegate.rescheduleTask(group, id, delay);
    }

    @Override
    public RescheduleResult rescheduleTask(String group, String id, Instant at) {
        return delegate.rescheduleTask(group, id, at);
    }

    @Override
    public RescheduleResult runTaskNow(String group, String id) {
        return delegate.runTaskNow(group, id);
    }

    @Override
    public boolean interruptTask(String group, String id) {
        return delegate.interruptTask(group, id);
    }

    @Override
    public boolean interruptTask(String group, String id, Instant reservedAt) {
        return delegate.interruptTask(group, id, reservedAt);
    }

    @Override
    public RepeatResult changeRepeat(String group, String id, @Nullable Repeat expected, Repeat repeat) {
        return delegate.changeRepeat(group, id, expected, repeat);
    }

    @Override
    public RepeatResult pauseRepeat(String group, String id) {
        return delegate.pauseRepeat(group, id);
    }

    @Override
    public RepeatResult resumeRepeat(String group, String id) {
        return delegate.resumeRepeat(group, id);
    }

    @Override
    public boolean requeueDeadLetter(String group, String id) {
        return delegate.requeueDeadLetter(group, id);
    }

    @Override
    public boolean requeueDeadLetter(String group, String id, Object payload) {
        return delegate.requeueDeadLetter(group, id, payload);
    }

    @Override
    public TopicOperations topic(String group, String topic) {
        return delegate.topic(group, topic);
    }

    @Override
    public List<TaskCounts> countTasks(String group) {
        return delegate.countTasks(group);
    }

    @Override
    public List<TaskCounts> countTasks(String group, Collection<String> topics) {
        return delegate.countTasks(group, topics);
    }
}
