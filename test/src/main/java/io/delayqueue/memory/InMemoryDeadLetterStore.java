package io.delayqueue.memory;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Failures;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dead letters in memory: each method is one step of the group. */
final class InMemoryDeadLetterStore implements DeadLetterStore {

    /** Milliseconds since the epoch, far beyond the year 9999. */
    private static final Pattern TIME = Pattern.compile("\\d{1,15}");

    /** The same, and the microseconds at which the next task becomes due. */
    private static final Pattern PACED = Pattern.compile("\\d{1,15}/\\d{1,16}");

    private final MemoryStore store;

    InMemoryDeadLetterStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public FailurePage failures(TopicName topic, @Nullable String cursor, int limit) {
        String pages = topic + "/failures";
        Place before = cursor == null ? null : Place.read(pages, cursor);
        if (cursor != null && before == null) {
            throw noStep(cursor);
        }
        return failures(topic, in -> in.in(TaskState.DEAD), pages, before, limit);
    }

    @Override
    public FailurePage retrying(TopicName topic, @Nullable String cursor, int limit) {
        String pages = topic + "/retrying";
        Place before = cursor == null ? null : TopicTasks.read(pages, cursor);
        return failures(topic, in -> in.retrying, pages, before, limit);
    }

    private FailurePage failures(
            TopicName topic,
            Function<TopicTasks, NavigableMap<Place, StoredTask>> tasks,
            String pages,
            @Nullable Place before,
            int limit) {
        return store.read(topic.group(), in -> {
            NavigableMap<Place, StoredTask> all = tasks.apply(in.topic(topic.topic()));
            NavigableMap<Place, StoredTask> rest = before == null ? all : all.headMap(before, false);
            List<Failed> page = new ArrayList<>();
            String next = null;
            for (Map.Entry<Place, StoredTask> entry : rest.descendingMap().entrySet()) {
                if (page.size() == limit) {
                    break;
                }
                StoredTask task = entry.getValue();
                page.add(new Failed(task.id, entry.getKey().millis(), Failures.kind(task.lastError)));
                next = page.size() == limit ? entry.getKey().cursor(pages) : null;
            }
            return new FailurePage(page, all.size(), next);
        });
    }

    @Override
    public List<String> requeue(String group, List<String> ids, @Nullable TaskFilter only) {
        return store.change(group, in -> {
            List<StoredTask> dead = dead(in, null, ids).stream()
                    .filter(task -> only == null
                            || new TaskFilter(only.tag(), only.topic(), Set.of()).matches(task.info(in.name, false)))
                    .toList();
            dead.forEach(in::requeue);
            return dead.stream().map(task -> task.id).toList();
        });
    }

    @Override
    public boolean requeueEdited(String group, String id, UnaryOperator<byte[]> edit) {
        return store.change(group, in -> {
            List<StoredTask> dead = dead(in, null, List.of(id));
            for (StoredTask task : dead) {
                task.edit(edit.apply(task.detail()));
                in.requeue(task);
            }
            return !dead.isEmpty();
        });
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from, long intervalMicros) {
        if (intervalMicros == 0) {
            return step(topic, from, MemoryGroup::requeue);
        }
        if (from != null && !PACED.matcher(from).matches()) {
            throw noStep(from);
        }
        String[] times = from == null ? null : from.split("/");
        return store.change(topic.group(), in -> {
            long latest = times == null ? in.now().millis() : Long.parseLong(times[0]);
            long due = Math.max(
                    times == null ? 0 : Long.parseLong(times[1]), in.now().micros());
            List<StoredTask> dead = dead(in, topic, latest);
            for (StoredTask task : dead) {
                in.move(task, TaskState.DELAYED, new StepTime(due).roundedUp());
                task.requeued(new StepTime(due).roundedUp());
                due += intervalMicros;
            }
            return new TopicStep(dead.size(), dead.size() < TaskStore.MAX_BATCH ? null : latest + "/" + due);
        });
    }

    @Override
    public TopicStep purgeTopic(TopicName topic, @Nullable String from) {
        return step(topic, from, MemoryGroup::remove);
    }

    @Override
    public int purgeSelected(TopicName topic, List<String> ids) {
        return store.change(topic.group(), in -> {
            List<StoredTask> dead = dead(in, topic.topic(), ids);
            dead.forEach(in::remove);
            return dead.size();
        });
    }

    @Override
    public int trim(TopicName topic, DeadLetterRetention retention) {
        return store.change(topic.group(), in -> {
            List<StoredTask> dead = retention.maxAge() == null
                    ? List.of()
                    : dead(in, topic, in.now().millis() - retention.maxAge().toMillis());
            NavigableMap<Place, StoredTask> all = in.topic(topic.topic()).in(TaskState.DEAD);
            int beyond = retention.maxCount() == null ? 0 : all.size() - retention.maxCount();
            if (beyond > dead.size()) {
                dead = TopicTasks.first(all, Math.min(beyond, TaskStore.MAX_BATCH));
            }
            dead.forEach(in::remove);
            return dead.size();
        });
    }

    /** Step for some of those that were dead letters at the first step, the oldest first. */
    private TopicStep step(TopicName topic, @Nullable String from, BiConsumer<MemoryGroup, StoredTask> change) {
        if (from != null && !TIME.matcher(from).matches()) {
            throw noStep(from);
        }
        return store.change(topic.group(), in -> {
            long latest = from == null ? in.now().millis() : Long.parseLong(from);
            List<StoredTask> dead = dead(in, topic, latest);
            dead.forEach(task -> change.accept(in, task));
            return new TopicStep(dead.size(), dead.size() < TaskStore.MAX_BATCH ? null : String.valueOf(latest));
        });
    }

    private static List<StoredTask> dead(MemoryGroup in, TopicName topic, long latest) {
        return in.topic(topic.topic()).until(TaskState.DEAD, latest, TaskStore.MAX_BATCH);
    }

    /** Returns those of the tasks that are dead letters; of one topic only unless the topic is null. */
    private static List<StoredTask> dead(MemoryGroup in, @Nullable String topic, List<String> ids) {
        List<StoredTask> dead = new ArrayList<>();
        for (String id : ids) {
            StoredTask task = in.tasks.get(id);
            if (task != null && task.state == TaskState.DEAD && (topic == null || task.topic.equals(topic))) {
                dead.add(task);
            }
        }
        return dead;
    }

    static InvalidTaskException noStep(String from) {
        return InvalidTaskException.of("from", from, "must come from a step of the same operation and topic");
    }
}
