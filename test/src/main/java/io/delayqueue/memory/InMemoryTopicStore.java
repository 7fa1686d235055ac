package io.delayqueue.memory;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.memory.TaskOrder.Place;
import io.delayqueue.memory.Walk.Part;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.Failure;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Topics in memory: each method is one step of the group. */
final class InMemoryTopicStore implements TopicStore {

    /** Order in which tasks are removed: in the direction of their moves, and once more for those that may have moved back. */
    private static final List<Part> REMOVING =
            List.of(Part.RESERVED, Part.DELAYED, Part.HIGH, Part.NORMAL, Part.LOW, Part.RESERVED_AGAIN);

    /** Milliseconds since the epoch, far beyond the year 9999. */
    private static final Pattern TIME = Pattern.compile("\\d{1,15}");

    /** The same, and the microseconds at which the next task becomes due. */
    private static final Pattern PACED = Pattern.compile("\\d{1,15}/\\d{1,16}");

    private final MemoryStore store;

    InMemoryTopicStore(MemoryStore store) {
        this.store = store;
    }

    private <T> T step(String group, BiFunction<MemoryGroup, StepTime, T> step) {
        MemoryGroup changed = store.group(group);
        return changed.step(now -> step.apply(changed, now));
    }

    private <T> T look(String group, BiFunction<MemoryGroup, StepTime, T> look) {
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> look.apply(seen, now));
    }

    /** Page of a topic's tasks in one state. */
    private record Page(List<StoredTask> tasks, @Nullable String cursor) {}

    @Override
    public TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        return look(topic.group(), (in, now) -> {
            Page page = page(in, topic, state, cursor, limit);
            return new TaskPage(
                    page.tasks().stream()
                            .map(task -> task.info(in.name, payloads))
                            .toList(),
                    page.cursor());
        });
    }

    @Override
    public TaskPage repeating(String group, @Nullable String after, int limit) {
        return look(group, (in, now) -> {
            List<TaskInfo> tasks = new ArrayList<>();
            for (StoredTask task : (after == null ? in.tasks : in.tasks.tailMap(after, false)).values()) {
                TaskInfo info = task.repeats() ? task.info(in.name, false) : null;
                if (info != null && info.options().repeat() != null) {
                    tasks.add(info);
                }
                if (tasks.size() == limit) {
                    return new TaskPage(tasks, task.id);
                }
            }
            return new TaskPage(tasks, null);
        });
    }

    @Override
    public DetailPage details(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        return look(topic.group(), (in, now) -> {
            Page page = page(in, topic, state, cursor, limit);
            return new DetailPage(
                    page.tasks().stream()
                            .map(task -> new Detail(task.id, task.detail()))
                            .toList(),
                    page.cursor());
        });
    }

    @Override
    public FailurePage failures(TopicName topic, @Nullable String cursor, int limit) {
        String name = topic + "/failures";
        Walk from = cursor == null ? new Walk(name, Part.DEAD, null) : Walk.read(name, cursor, List.of(Part.DEAD));
        if (from == null) {
            throw noStep(cursor);
        }
        return look(topic.group(), (in, now) -> {
            TopicTasks tasks = in.topic(topic.topic());
            if (tasks == null) {
                return new FailurePage(List.of(), 0, null);
            }
            List<StoredTask> dead = tasks.dead.before(from.behind(), limit);
            Place reached = dead.size() < limit ? null : dead.get(limit - 1).place;
            return new FailurePage(
                    dead.stream()
                            .map(task -> new Failed(
                                    task.id,
                                    task.time(),
                                    Failure.read(task.lastError).kind()))
                            .toList(),
                    tasks.dead.size(),
                    from.next(reached, List.of(Part.DEAD)));
        });
    }

    private static Page page(MemoryGroup in, TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        List<Part> parts = Walk.parts(state);
        Walk at = cursor == null
                ? new Walk(topic.toString(), parts.get(0), null)
                : Walk.read(topic.toString(), cursor, parts);
        if (at == null) {
            throw InvalidTaskException.of("cursor", cursor, "must come from a page of the same topic and state");
        }
        List<StoredTask> tasks = new ArrayList<>();
        while (true) {
            Walk.Sight sight = at.look(in, topic.topic(), limit - tasks.size());
            tasks.addAll(sight.tasks());
            int following = parts.indexOf(at.part()) + 1;
            if (sight.reached() != null || following == parts.size()) {
                return new Page(tasks, at.next(sight.reached(), parts));
            }
            at = new Walk(at.name(), parts.get(following), null);
        }
    }

    @Override
    public List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows) {
        return topics.entrySet().stream()
                .flatMap(group -> forecast(group.getKey(), group.getValue(), windows).stream())
                .toList();
    }

    @Override
    public List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows) {
        return look(group, (in, now) -> {
            Collection<String> names = topics.isEmpty() ? in.topics().keySet() : topics;
            return names.stream()
                    .map(name -> new TopicForecast(
                            count(in, name, now), Instant.ofEpochMilli(now.millis()), due(in, name, now, windows)))
                    .toList();
        });
    }

    private static List<DueTasks> due(MemoryGroup in, String name, StepTime now, List<Duration> windows) {
        TopicTasks tasks = in.topic(name);
        int due = tasks == null || windows.isEmpty() ? 0 : tasks.delayed.countUntil(now.millis());
        List<DueTasks> all = new ArrayList<>();
        for (Duration window : windows) {
            int until = tasks == null ? 0 : tasks.delayed.countUntil(now.millis() + window.toMillis());
            all.add(new DueTasks(window, until - due));
        }
        return all;
    }

    private static TaskCounts count(MemoryGroup in, String name, StepTime now) {
        TopicName topic = new TopicName(in.name, name);
        boolean paused = in.paused.contains(name);
        TopicTasks tasks = in.topic(name);
        if (tasks == null) {
            return new TaskCounts(topic, 0, 0, 0, 0, paused, Duration.ZERO);
        }
        // Also those that are due and not pushed yet are ready.
        int due = tasks.delayed.countUntil(now.millis());
        return new TaskCounts(
                topic,
                tasks.delayed.size() - due,
                tasks.allReady() + due,
                tasks.reserved.size(),
                tasks.dead.size(),
                paused,
                Duration.ofMillis(Math.max(0, now.millis() - tasks.firstDue())));
    }

    @Override
    public boolean pause(TopicName topic) {
        return step(topic.group(), (in, now) -> {
            boolean changed = in.paused.add(topic.topic());
            in.messages().paused(topic);
            return changed;
        });
    }

    @Override
    public boolean resume(TopicName topic) {
        return step(topic.group(), (in, now) -> {
            boolean changed = in.paused.remove(topic.topic());
            in.leaveSignals(List.of(topic.topic()));
            return changed;
        });
    }

    @Override
    public TopicStep removeTasks(TopicName topic, @Nullable String from) {
        Walk walk = from == null
                ? new Walk(topic.toString(), REMOVING.get(0), null)
                : Walk.read(topic.toString(), from, REMOVING);
        if (walk == null) {
            throw noStep(from);
        }
        return step(topic.group(), (in, now) -> {
            Walk.Sight sight = walk.look(in, topic.topic(), TaskStore.MAX_BATCH);
            sight.tasks().forEach(in::remove);
            return new TopicStep(sight.tasks().size(), walk.next(sight.reached(), REMOVING));
        });
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from) {
        Long until = from == null ? null : time(from);
        return step(topic.group(), (in, now) -> {
            long latest = until == null ? now.millis() : until;
            List<StoredTask> dead = dead(in, topic, latest);
            Operations operations = new Operations(in, now);
            dead.forEach(operations::requeue);
            return step(dead.size(), latest);
        });
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from, long intervalMicros) {
        if (from != null && !PACED.matcher(from).matches()) {
            throw noStep(from);
        }
        String[] times = from == null ? null : from.split("/");
        return step(topic.group(), (in, now) -> {
            long latest = times == null ? now.millis() : Long.parseLong(times[0]);
            long due = Math.max(times == null ? 0 : Long.parseLong(times[1]), now.micros());
            List<StoredTask> dead = dead(in, topic, latest);
            due = new Operations(in, now).requeue(dead, due, intervalMicros);
            return new TopicStep(dead.size(), dead.size() < TaskStore.MAX_BATCH ? null : latest + "/" + due);
        });
    }

    @Override
    public int requeueSelected(TopicName topic, List<String> ids) {
        return step(topic.group(), (in, now) -> {
            Operations operations = new Operations(in, now);
            List<StoredTask> dead = operations.dead(topic.topic(), ids);
            dead.forEach(operations::requeue);
            return dead.size();
        });
    }

    @Override
    public int purgeSelected(TopicName topic, List<String> ids) {
        return step(topic.group(), (in, now) -> {
            List<StoredTask> dead = new Operations(in, now).dead(topic.topic(), ids);
            dead.forEach(in::remove);
            return dead.size();
        });
    }

    @Override
    public TopicStep purgeTopic(TopicName topic, @Nullable String from) {
        Long until = from == null ? null : time(from);
        return step(topic.group(), (in, now) -> {
            long latest = until == null ? now.millis() : until;
            List<StoredTask> dead = dead(in, topic, latest);
            dead.forEach(in::remove);
            return step(dead.size(), latest);
        });
    }

    @Override
    public int trimDeadLetters(TopicName topic, DeadLetterRetention retention) {
        return step(topic.group(), (in, now) -> {
            List<StoredTask> dead = retention.maxAge() == null
                    ? List.of()
                    : dead(in, topic, now.millis() - retention.maxAge().toMillis());
            TopicTasks tasks = in.topic(topic.topic());
            if (tasks != null && retention.maxCount() != null) {
                int beyond = Math.min(tasks.dead.size() - retention.maxCount(), TaskStore.MAX_BATCH);
                dead = beyond > dead.size() ? tasks.dead.first(beyond) : dead;
            }
            dead.forEach(in::remove);
            return dead.size();
        });
    }

    /** Selects some of those that were dead letters at a time, the oldest first. */
    private static List<StoredTask> dead(MemoryGroup in, TopicName topic, long latest) {
        TopicTasks tasks = in.topic(topic.topic());
        return tasks == null ? List.of() : tasks.dead.until(latest, TaskStore.MAX_BATCH);
    }

    private static TopicStep step(int tasks, long latest) {
        return new TopicStep(tasks, tasks < TaskStore.MAX_BATCH ? null : String.valueOf(latest));
    }

    private static long time(String from) {
        if (!TIME.matcher(from).matches()) {
            throw noStep(from);
        }
        return Long.parseLong(from);
    }

    private static InvalidTaskException noStep(@Nullable String from) {
        return InvalidTaskException.of("from", from, "must come from a step of the same operation and topic");
    }

    @Override
    public int forgetEmpty(String group, Collection<String> keep) {
        return step(group, (in, now) -> {
            List<String> empty = in.topics().entrySet().stream()
                    .filter(topic -> topic.getValue().isEmpty() && !keep.contains(topic.getKey()))
                    .map(Map.Entry::getKey)
                    .toList();
            empty.forEach(in::forget);
            return empty.size();
        });
    }
}
