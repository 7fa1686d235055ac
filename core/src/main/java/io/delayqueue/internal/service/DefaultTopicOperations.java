package io.delayqueue.internal.service;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.registry.NearestTopic;
import io.delayqueue.internal.run.Attempts;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Checks arguments and calls the store, step by step. */
record DefaultTopicOperations(TopicName topic, Supplier<Backend> store, Observers observers, Attempts attempts)
        implements TopicOperations {

    private static final Logger log = Loggers.of(DefaultTopicOperations.class);

    /** Number of characters of payloads after which a page ends. */
    private static final long MAX_PAYLOADS = 1 << 20;

    /** Maximum number of calls of the store for a page. */
    private static final int MAX_STEPS = 10;

    @Override
    public TopicName name() {
        return topic;
    }

    @Override
    public TaskPage list(TaskState state, @Nullable String cursor, int limit) {
        return list(state, cursor, limit, false);
    }

    @Override
    public TaskPage listWithPayloads(TaskState state, @Nullable String cursor, int limit) {
        return list(state, cursor, limit, true);
    }

    private TaskPage list(TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        requireNonNull(state, "state must not be null");
        Arguments.requireUpTo(MAX_PAGE, "limit", limit);
        List<TaskInfo> tasks = new ArrayList<>();
        String next = cursor;
        long length = 0;
        for (int step = 0; step < MAX_STEPS; step++) {
            TaskPage page = store.get().topics().list(topic, state, next, limit - tasks.size(), payloads);
            tasks.addAll(page.tasks());
            length += page.tasks().stream()
                    .mapToLong(
                            task -> task.payload() == null ? 0 : task.payload().length())
                    .sum();
            next = page.cursor();
            if (next == null || tasks.size() == limit || length >= MAX_PAYLOADS) {
                break;
            }
        }
        return new TaskPage(tasks, next);
    }

    @Override
    public TaskCounts count() {
        return store.get().topics().count(topic.group(), List.of(topic.topic())).get(0);
    }

    @Override
    public boolean pause() {
        boolean changed = store.get().topics().pause(topic);
        warnIfUnknown();
        return changed;
    }

    private void warnIfUnknown() {
        try {
            Map<String, Set<String>> registry = store.get().registry().load();
            if (!LocalTopics.isIn(registry, topic)) {
                log.warn(
                        "The topic {} is paused or held, and is not registered.{}",
                        topic,
                        NearestTopic.hint(topic, registry));
            }
        } catch (TaskStoreException e) {
            log.debug("It is not known whether {} is registered", topic, e);
        }
    }

    @Override
    public boolean hold(Instant until) {
        Task.requireInstant("until", until);
        boolean changed = store.get().topics().hold(topic, until);
        warnIfUnknown();
        return changed;
    }

    @Override
    public boolean resume() {
        return store.get().topics().resume(topic);
    }

    @Override
    public long removeTasks() {
        return toTheEnd(this::removeTasks);
    }

    @Override
    public long requeueDeadLetters() {
        return toTheEnd(this::requeueDeadLetters);
    }

    @Override
    public long purgeDeadLetters() {
        return toTheEnd(this::purgeDeadLetters);
    }

    @Override
    public TopicStep removeTasks(@Nullable String from) {
        TopicStore open = store.get().topics();
        attempts.removing(attempt -> attempt.topic().equals(topic));
        TopicStep step = open.removeTasks(topic, from);
        if (step.tasks() > 0) {
            observers.each(observer -> observer.removed(topic, step.tasks()));
        }
        return step;
    }

    @Override
    public TopicStep requeueDeadLetters(@Nullable String from) {
        return deadLetters().requeueTopic(topic, from, 0);
    }

    @Override
    public TopicStep requeueDeadLetters(@Nullable String from, int perSecond) {
        Arguments.requireUpTo(MAX_PER_SECOND, "perSecond", perSecond);
        return deadLetters().requeueTopic(topic, from, SECONDS.toMicros(1) / perSecond);
    }

    @Override
    public long requeueSelected(Collection<String> ids) {
        return inBatches(ids, some -> deadLetters().requeueSelected(topic, some));
    }

    @Override
    public long purgeSelected(Collection<String> ids) {
        return inBatches(ids, some -> deadLetters().purgeSelected(topic, some));
    }

    private DeadLetterStore deadLetters() {
        return store.get().deadLetters();
    }

    private static long inBatches(Collection<String> ids, ToLongFunction<List<String>> step) {
        return TaskStore.batches(Arguments.ids(ids), TaskStore.MAX_BATCH).stream()
                .mapToLong(step)
                .sum();
    }

    @Override
    public TopicStep purgeDeadLetters(@Nullable String from) {
        return deadLetters().purgeTopic(topic, from);
    }

    static long toTheEnd(Function<@Nullable String, TopicStep> steps) {
        long tasks = 0;
        String next = null;
        do {
            TopicStep step = steps.apply(next);
            tasks += step.tasks();
            next = step.next();
        } while (next != null);
        return tasks;
    }
}
