package io.delayqueue.transaction;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.RemoveResult;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.log.Loggers;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Makes changes of tasks after the Spring transaction of their caller has been committed, and not at all if it is rolled back, also to a
 * savepoint: adds, removals, reschedules and requests to run a task now. Other calls, and all calls outside a transaction, are delegated at
 * once.
 *
 * <p>In a transaction the call checks its arguments, and writes the payload of a task; the outcome is {@code AFTER_COMMIT}, because what
 * becomes of the task is known only after the commit. A delay counts from the change of the store, after the commit. The changes of a
 * transaction are made in the order of the calls, adds that follow one another in one call of {@link DelayQueueService#addTasks}. If that
 * fails, the exception reaches the caller of the commit, which is not undone, and the ids of the tasks are logged. A process that dies
 * between the commit and the changes loses the changes, unless the journal keeps them in another place.
 *
 * <p>Transactions are those that Spring binds to the thread. A change that is made from within a synchronization's {@code afterCommit}, as
 * the first of its transaction, is made in {@code afterCompletion}, where Spring logs a failure instead of throwing it.
 */
public final class TransactionalDelayQueueService implements DelayQueueService {

    private static final Logger log = Loggers.of(TransactionalDelayQueueService.class);

    /** Results of the operations of a topic that change something: whether, how many, or how far. */
    private static final Set<Class<?>> CHANGED = Set.of(boolean.class, long.class, TopicStep.class);

    private final DelayQueueService delegate;

    private final UnaryOperator<Task> freezing;

    private final ChangeJournal journal;

    /** The calls of which a warning has been logged. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    /**
     * Creates a service that keeps the changes of transactions in memory.
     *
     * @param delegate the service that makes the changes
     * @param freezing checks a task that is added later, and writes its payload: the {@code freeze} of the engine
     */
    public TransactionalDelayQueueService(DelayQueueService delegate, UnaryOperator<Task> freezing) {
        this(delegate, freezing, ChangeJournal.inMemory(delegate));
    }

    /**
     * Creates a service.
     *
     * @param delegate the service of the calls that are made at once
     * @param freezing checks a task that is added later, and writes its payload: the {@code freeze} of the engine
     * @param journal keeps the changes of transactions
     */
    public TransactionalDelayQueueService(
            DelayQueueService delegate, UnaryOperator<Task> freezing, ChangeJournal journal) {
        this.delegate = delegate;
        this.freezing = freezing;
        this.journal = journal;
    }

    /**
     * Adds one task, at once or after the commit.
     *
     * @param task the task
     * @return the result of the delegate; in a transaction the task's id, {@link AddResult.Outcome#AFTER_COMMIT}, and when the
     *     task would be due if it were added now, by this machine's clock; for a cron task without its own time, now
     * @throws InvalidTaskException also if the mode is {@link IfExists#FAIL} in a transaction
     */
    @Override
    public AddResult addTask(Task task) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        return entries == null
                ? delegate.addTask(task)
                : add(entries, List.of(frozen(task)), ended -> {}).get(0);
    }

    /**
     * Adds several tasks, at once or after the commit. In a transaction none is added if one is not valid.
     *
     * @param tasks the tasks, of any groups and topics
     * @return the results as in {@link #addTask}, in the order of the tasks
     * @throws InvalidTaskException also if the mode of a task is {@link IfExists#FAIL} in a transaction
     */
    @Override
    public List<AddResult> addTasks(Collection<Task> tasks) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        if (entries == null) {
            return delegate.addTasks(tasks);
        }
        Objects.requireNonNull(tasks, "tasks must not be null");
        return add(entries, tasks.stream().map(this::frozen).toList(), ended -> {});
    }

    /**
     * Adds one task without waiting, at once or after the commit.
     *
     * @param task the task
     * @return in a transaction completed after its commit with the result of {@link #addTask}, on the thread that commits; exceptionally if
     *     the transaction, or the part of it since a savepoint, is rolled back, or if the add is known to have failed. A wait for it within
     *     the transaction never ends
     */
    @Override
    public CompletableFuture<AddResult> addTaskAsync(Task task) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        if (entries == null) {
            return delegate.addTaskAsync(task);
        }
        CompletableFuture<AddResult> result = new CompletableFuture<>();
        try {
            Task frozen = frozen(task);
            AddResult added = afterCommit(frozen);
            add(entries, List.of(frozen), failure -> {
                if (failure == null) {
                    result.complete(added);
                } else {
                    result.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    /** {@return how many changes of all queues wait in memory for the commit of the transaction of this thread} */
    public static int pendingChanges() {
        return PendingChanges.count();
    }

    /** Checks a task that is added after the commit, and writes its payload. */
    private Task frozen(Task task) {
        Task frozen = freezing.apply(task);
        if (frozen.ifExists() == IfExists.FAIL) {
            throw new InvalidTaskException(
                    "ifExists must be KEEP or REPLACE in a transaction that records its changes: FAIL is known only after the commit");
        }
        return frozen;
    }

    private static List<AddResult> add(
            ChangeJournal.Entries entries, List<Task> tasks, Consumer<@Nullable Throwable> ended) {
        entries.append(tasks.stream().map(TaskChange.Add::new).toList(), ended);
        return tasks.stream().map(TransactionalDelayQueueService::afterCommit).toList();
    }

    private static AddResult afterCommit(Task task) {
        Duration delay = task.delay() == null ? Duration.ZERO : task.delay();
        return new AddResult(task.id(), AddResult.Outcome.AFTER_COMMIT, dueAt(delay, task.dueAt()));
    }

    /** Estimates a due time, in whole milliseconds as the store has it. */
    private static Instant dueAt(Duration delay, @Nullable Instant given) {
        Instant exact = given == null ? Instant.now().plus(delay) : given;
        Instant millis = exact.truncatedTo(ChronoUnit.MILLIS);
        return millis.equals(exact) ? exact : millis.plusMillis(1);
    }

    /**
     * Removes a task, at once or after the commit.
     *
     * @param group the group it is in
     * @param id its id
     * @return the result of the delegate; in a transaction {@link RemoveResult.Outcome#AFTER_COMMIT}
     */
    @Override
    public RemoveResult removeTask(String group, String id) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        return entries == null
                ? delegate.removeTask(group, id)
                : remove(entries, group, List.of(id)).get(0);
    }

    /**
     * Removes many tasks of a group, at once or after the commit.
     *
     * @param group the group they are in
     * @param ids their ids
     * @return the results as in {@link #removeTask}, in the order of the ids, one for each different id
     */
    @Override
    public List<RemoveResult> removeTasks(String group, Collection<String> ids) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        if (entries == null) {
            return delegate.removeTasks(group, ids);
        }
        Objects.requireNonNull(ids, "ids must not be null");
        return remove(entries, group, ids);
    }

    private static List<RemoveResult> remove(ChangeJournal.Entries entries, String group, Collection<String> ids) {
        TopicName.requireGroup(group);
        List<TaskChange.Remove> changes = ids.stream()
                .map(Task::requireId)
                .distinct()
                .map(id -> new TaskChange.Remove(group, id))
                .toList();
        entries.append(changes, ended -> {});
        return Collections.nCopies(changes.size(), new RemoveResult(RemoveResult.Outcome.AFTER_COMMIT, null));
    }

    /**
     * Gives a task another due time, at once or after the commit.
     *
     * @param group the group it is in
     * @param id its id
     * @param delay the delay from the change of the store
     * @return the result of the delegate; in a transaction {@link RescheduleResult.Outcome#AFTER_COMMIT}, and when the task would be due if
     *     it were rescheduled now, by this machine's clock
     */
    @Override
    public RescheduleResult rescheduleTask(String group, String id, Duration delay) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        return entries == null
                ? delegate.rescheduleTask(group, id, delay)
                : reschedule(entries, new TaskChange.Reschedule(group, id, Task.requireDelay(delay), null));
    }

    /**
     * Gives a task another due time, at once or after the commit.
     *
     * @param group the group it is in
     * @param id its id
     * @param at the due time
     * @return as for a delay
     */
    @Override
    public RescheduleResult rescheduleTask(String group, String id, Instant at) {
        ChangeJournal.Entries entries = journal.ofCurrentTransaction();
        return entries == null
                ? delegate.rescheduleTask(group, id, at)
                : reschedule(entries, new TaskChange.Reschedule(group, id, null, Task.requireInstant(at)));
    }

    private static RescheduleResult reschedule(ChangeJournal.Entries entries, TaskChange.Reschedule change) {
        TopicName.requireGroup(change.group());
        Task.requireId(change.id());
        entries.append(List.of(change), ended -> {});
        Duration delay = change.delay() == null ? Duration.ZERO : change.delay();
        return new RescheduleResult(RescheduleResult.Outcome.AFTER_COMMIT, dueAt(delay, change.at()));
    }

    // The following calls are delegated at once, in a transaction too.

    /** Returns the delegate for a call that changes something and does not wait for the commit, and warns of the call once. */
    private DelayQueueService atOnce(String call) {
        if (!warned.contains(call) && journal.ofCurrentTransaction() != null && warned.add(call)) {
            log.warn("{} in a transaction takes effect at once, also if the transaction rolls back", call);
        }
        return delegate;
    }

    @Override
    public Optional<TaskInfo> findTask(String group, String id) {
        return delegate.findTask(group, id);
    }

    @Override
    public boolean interruptTask(String group, String id) {
        return atOnce("interruptTask").interruptTask(group, id);
    }

    @Override
    public boolean interruptTask(String group, String id, Instant reservedAt) {
        return atOnce("interruptTask").interruptTask(group, id, reservedAt);
    }

    @Override
    public RepeatResult changeRepeat(String group, String id, @Nullable Repeat expected, Repeat repeat) {
        return atOnce("changeRepeat").changeRepeat(group, id, expected, repeat);
    }

    @Override
    public RepeatResult pauseRepeat(String group, String id) {
        return atOnce("pauseRepeat").pauseRepeat(group, id);
    }

    @Override
    public RepeatResult resumeRepeat(String group, String id) {
        return atOnce("resumeRepeat").resumeRepeat(group, id);
    }

    @Override
    public boolean requeueDeadLetter(String group, String id) {
        return atOnce("requeueDeadLetter").requeueDeadLetter(group, id);
    }

    @Override
    public boolean requeueDeadLetter(String group, String id, Object payload) {
        return atOnce("requeueDeadLetter").requeueDeadLetter(group, id, payload);
    }

    @Override
    public TopicOperations topic(String group, String topic) {
        return changedAtOnce(TopicOperations.class, "topic(...).", delegate.topic(group, topic));
    }

    @Override
    public TaggedTasks tagged(String group, Tag tag) {
        return changedAtOnce(TaggedTasks.class, "tagged(...).", delegate.tagged(group, tag));
    }

    @Override
    public TaggedTasks tagged(Tag tag) {
        return changedAtOnce(TaggedTasks.class, "tagged(...).", delegate.tagged(tag));
    }

    /** Puts a check in front of the methods that change tasks. */
    private <T> T changedAtOnce(Class<T> type, String name, T operations) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (ReflectionUtils.isEqualsMethod(method)) {
                        return proxy == arguments[0];
                    }
                    if (CHANGED.contains(method.getReturnType())
                            && !method.getName().equals("count")) {
                        atOnce(name + method.getName());
                    }
                    Object result = AopUtils.invokeJoinpointUsingReflection(operations, method, arguments);
                    return type.isInstance(result) ? changedAtOnce(type, name, type.cast(result)) : result;
                }));
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
