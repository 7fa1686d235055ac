package io.delayqueue.internal.service;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.internal.add.TaskRemover;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.store.Backend;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the ids under a tag, group by group.
 *
 * @param group null for all
 * @param filter the tasks, which have the tag
 */
record DefaultTaggedTasks(
        Supplier<Backend> store,
        TaskRemover remover,
        @Nullable String group,
        Tag tag,
        TaskFilter filter) implements TaggedTasks {

    /** Maximum number of groups that a page or a step walks through. */
    private static final int MAX_GROUPS = 50;

    /** The group, and the last id that was read. */
    private static final Pattern POSITION = Pattern.compile("([^/]+)/([^/]*)");

    /** In front of all groups, whose names begin with a letter. */
    private static final String BEGINNING = "-/";

    @Override
    public TaggedTasks ofTopic(String topic) {
        String name = TopicName.requireTopic(topic);
        return new DefaultTaggedTasks(store, remover, group, tag, new TaskFilter(tag, name, filter.states()));
    }

    @Override
    public TaggedTasks inStates(TaskState... states) {
        Set<TaskState> all = Set.copyOf(Arguments.notNull("states", states));
        return new DefaultTaggedTasks(store, remover, group, tag, new TaskFilter(tag, filter.topic(), all));
    }

    private Collection<String> groups() {
        return group == null ? new TreeSet<>(store.get().registry().load().keySet()) : Set.of(group);
    }

    @Override
    public long count() {
        if (filter.topic() != null || !filter.states().isEmpty()) {
            return DefaultTopicOperations.toTheEnd(
                    from -> walk("from", from, TaskStore.MAX_BATCH, (name, ids) -> meant(name, ids)
                            .size()));
        }
        return groups().stream()
                .mapToLong(name -> store.get().topics().countTagged(name, tag))
                .sum();
    }

    @Override
    public TaskPage list(@Nullable String cursor, int limit) {
        Arguments.requireUpTo(TopicOperations.MAX_PAGE, "limit", limit);
        List<TaskInfo> found = new ArrayList<>();
        TopicStep step = walk("cursor", cursor, limit, (name, ids) -> {
            List<TaskInfo> tasks = meant(name, ids);
            found.addAll(tasks);
            return tasks.size();
        });
        return new TaskPage(found, step.next());
    }

    private List<TaskInfo> meant(String name, List<String> ids) {
        return store.get().topics().find(name, ids).stream()
                .filter(filter::matches)
                .toList();
    }

    @Override
    public long remove() {
        return DefaultTopicOperations.toTheEnd(this::remove);
    }

    @Override
    public long requeue() {
        return DefaultTopicOperations.toTheEnd(this::requeue);
    }

    @Override
    public long reschedule(Instant at) {
        return DefaultTopicOperations.toTheEnd(from -> reschedule(at, from));
    }

    @Override
    public TopicStep remove(@Nullable String from) {
        return walk(
                "from", from, TaskStore.MAX_BATCH, (name, ids) -> (int) remover.removeAll(name, ids, filter).stream()
                        .filter(result -> result.task() != null)
                        .count());
    }

    @Override
    public TopicStep requeue(@Nullable String from) {
        return walk(
                "from",
                from,
                TaskStore.MAX_BATCH,
                (name, ids) -> filter.means(TaskState.DEAD)
                        ? store.get().deadLetters().requeue(name, ids, filter).size()
                        : 0);
    }

    @Override
    public TopicStep reschedule(Instant at, @Nullable String from) {
        long time = Millis.up(Task.requireInstant(at));
        return walk("from", from, TaskStore.MAX_BATCH, (name, ids) -> (int) meant(name, ids).stream()
                .map(task -> store.get().tasks().reschedule(name, task.id(), time, false))
                .filter(result -> result.outcome() == RescheduleResult.Outcome.RESCHEDULED)
                .count());
    }

    /** Takes ids from a position on, in one group or in several that have few; returns how many tasks "step" has counted. */
    private TopicStep walk(
            String field, @Nullable String from, int limit, BiFunction<String, List<String>, Integer> step) {
        Matcher position = POSITION.matcher(requireNonNullElse(from, BEGINNING));
        InvalidTaskException.require(position.matches(), field, from, "must come from a page or step of the same tag");
        int tasks = 0;
        int left = limit;
        int walked = 0;
        for (String name : groups()) {
            int order = name.compareTo(position.group(1));
            if (order < 0) {
                continue;
            }
            if (walked++ == MAX_GROUPS) {
                return new TopicStep(tasks, name + "/");
            }
            String last = order == 0 ? position.group(2) : "";
            List<String> ids = store.get().topics().tagged(name, tag, last, left);
            tasks += ids.isEmpty() ? 0 : step.apply(name, ids);
            left -= ids.size();
            if (left == 0) {
                return new TopicStep(tasks, name + "/" + ids.get(ids.size() - 1));
            }
        }
        return new TopicStep(tasks, null);
    }
}
