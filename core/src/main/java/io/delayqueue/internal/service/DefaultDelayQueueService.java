package io.delayqueue.internal.service;

import static java.util.Objects.requireNonNull;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
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
import io.delayqueue.internal.add.TaskAdder;
import io.delayqueue.internal.add.TaskRemover;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.TaskFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Checks arguments and calls the store. */
public final class DefaultDelayQueueService implements DelayQueueService {

    private final Backend backend;

    private final TaskAdder adder;

    private final TaskRemover remover;

    private final RepeatChanges repeats;

    private final Observers observers;

    private final Attempts attempts;

    private volatile boolean closed;

    public DefaultDelayQueueService(
            Backend backend,
            TaskAdder adder,
            TaskRemover remover,
            Repeats repeats,
            Observers observers,
            Attempts attempts) {
        this.backend = backend;
        this.adder = adder;
        this.remover = remover;
        this.repeats = new RepeatChanges(backend.tasks(), repeats);
        this.observers = observers;
        this.attempts = attempts;
    }

    /** Closes the service: every call fails at once from now on. */
    public void close() {
        closed = true;
    }

    /** The store, unless the engine is closed. */
    public Backend openBackend() {
        if (closed) {
            throw new DelayQueueException("The engine of this service is closed");
        }
        return backend;
    }

    /** The store, unless the engine is closed, or a name breaks the rule. */
    private Backend backend(String group, String id) {
        TopicName.requireGroup(group);
        Task.requireId(id);
        return openBackend();
    }

    @Override
    public AddResult addTask(Task task) {
        openBackend();
        return warned(adder.add(requireNonNull(task, "task must not be null")), attempts.ownOnce(task));
    }

    /** Warns of an add in a callback that was to run the same task again, and has left it as it is. */
    private AddResult warned(AddResult result, @Nullable AttemptedTask own) {
        if (own != null && result.outcome() == AddResult.Outcome.EXISTED) {
            observers.report(own, TaskEvent.KEPT, null);
        }
        return result;
    }

    @Override
    public CompletableFuture<AddResult> addTaskAsync(Task task) {
        try {
            openBackend();
            CompletableFuture<AddResult> added = adder.addAsync(requireNonNull(task, "task must not be null"));
            AttemptedTask own = attempts.ownOnce(task);
            return own == null ? added : added.thenApply(result -> warned(result, own));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public List<AddResult> addTasks(Collection<Task> tasks) {
        openBackend();
        List<Task> all = Arguments.notNull(
                "tasks", requireNonNull(tasks, "tasks must not be null").toArray(Task[]::new));
        List<AddResult> results = adder.addAll(all);
        for (int i = 0; i < results.size(); i++) {
            warned(results.get(i), attempts.ownOnce(all.get(i)));
        }
        return results;
    }

    @Override
    public Optional<TaskInfo> findTask(String group, String id) {
        return Optional.ofNullable(
                backend(group, id).tasks().find(group, List.of(id)).get(0));
    }

    @Override
    public RemoveResult removeTask(String group, String id) {
        backend(group, id);
        return remover.remove(group, id);
    }

    @Override
    public List<RemoveResult> removeTasks(String group, Collection<String> ids) {
        TopicName.requireGroup(group);
        List<String> all = Arguments.ids(ids);
        openBackend();
        return remover.removeAll(group, all, null);
    }

    @Override
    public RescheduleResult rescheduleTask(String group, String id, Duration delay) {
        return backend(group, id).tasks().reschedule(group, id, Millis.up(Task.requireDelay(delay)), true);
    }

    @Override
    public RescheduleResult rescheduleTask(String group, String id, Instant at) {
        return backend(group, id).tasks().reschedule(group, id, Millis.up(Task.requireInstant(at)), false);
    }

    @Override
    public boolean interruptTask(String group, String id) {
        return backend(group, id).tasks().interrupt(group, id, null);
    }

    @Override
    public boolean interruptTask(String group, String id, Instant reservedAt) {
        requireNonNull(reservedAt, "reservedAt must not be null");
        return backend(group, id).tasks().interrupt(group, id, reservedAt);
    }

    @Override
    public RepeatResult changeRepeat(String group, String id, @Nullable Repeat expected, Repeat repeat) {
        backend(group, id);
        requireNonNull(repeat, "repeat must not be null");
        return repeats.change(group, id, expected, repeat);
    }

    @Override
    public RepeatResult pauseRepeat(String group, String id) {
        backend(group, id);
        return repeats.pause(group, id);
    }

    @Override
    public RepeatResult resumeRepeat(String group, String id) {
        backend(group, id);
        return repeats.resume(group, id);
    }

    @Override
    public boolean requeueDeadLetter(String group, String id) {
        return !backend(group, id).deadLetters().requeue(group, List.of(id)).isEmpty();
    }

    @Override
    public boolean requeueDeadLetter(String group, String id, Object payload) {
        DeadLetterStore deadLetters = backend(group, id).deadLetters();
        byte[] json = adder.writePayload(requireNonNull(payload, "payload must not be null"));
        return deadLetters.requeueEdited(group, id, task -> TaskJson.withPayload(task, json));
    }

    @Override
    public TopicOperations topic(String group, String topic) {
        return new DefaultTopicOperations(new TopicName(group, topic), this::openBackend, observers, attempts);
    }

    @Override
    public TaggedTasks tagged(String group, Tag tag) {
        return tagged(tag, TopicName.requireGroup(group));
    }

    @Override
    public TaggedTasks tagged(Tag tag) {
        return tagged(tag, null);
    }

    private TaggedTasks tagged(Tag tag, @Nullable String group) {
        requireNonNull(tag, "tag must not be null");
        return new DefaultTaggedTasks(this::openBackend, remover, group, tag, new TaskFilter(tag, null, Set.of()));
    }

    @Override
    public List<TaskCounts> countTasks(String group) {
        return openBackend().topics().count(TopicName.requireGroup(group), List.of());
    }

    @Override
    public List<TaskCounts> countTasks(String group, Collection<String> topics) {
        TopicName.requireGroup(group);
        requireNonNull(topics, "topics must not be null");
        topics.forEach(TopicName::requireTopic);
        Backend open = openBackend();
        // The store takes none for all.
        return topics.isEmpty() ? List.of() : open.topics().count(group, topics);
    }
}
