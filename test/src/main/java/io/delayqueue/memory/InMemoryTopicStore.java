package io.delayqueue.memory;

import io.delayqueue.Tag;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Topics in memory: each method is one step of the group. */
final class InMemoryTopicStore implements TopicStore {

    private final MemoryStore store;

    InMemoryTopicStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        return store.read(topic.group(), in -> {
            TopicTasks.Page page = page(in, topic, state, cursor, limit);
            return new TaskPage(
                    page.tasks().stream()
                            .map(task -> task.info(in.name, payloads))
                            .toList(),
                    page.cursor());
        });
    }

    @Override
    public DetailPage details(TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        return store.read(topic.group(), in -> {
            TopicTasks.Page page = page(in, topic, state, cursor, limit);
            return new DetailPage(
                    page.tasks().stream()
                            .map(task -> new Detail(task.id, task.detail()))
                            .toList(),
                    page.cursor());
        });
    }

    private static TopicTasks.Page page(
            MemoryGroup in, TopicName topic, TaskState state, @Nullable String cursor, int limit) {
        return in.topic(topic.topic()).page(state, topic + "/" + state, cursor, limit);
    }

    @Override
    public List<String> tagged(String group, Tag tag, String after, int limit) {
        return store.read(group, in -> tagged(in, tag)
                .filter(id -> id.compareTo(after) > 0)
                .limit(limit)
                .toList());
    }

    @Override
    public long countTagged(String group, Tag tag) {
        return store.read(group, in -> tagged(in, tag).count());
    }

    private static Stream<String> tagged(MemoryGroup in, Tag tag) {
        return in.tasks.values().stream()
                .filter(task -> TaskDetail.Label.of(task.rest).tags().contains(tag))
                .map(task -> task.id);
    }

    @Override
    public List<TaskInfo> find(String group, List<String> ids) {
        return store.read(group, in -> ids.stream()
                .map(in.tasks::get)
                .filter(Objects::nonNull)
                .map(task -> task.info(in.name, false))
                .toList());
    }

    @Override
    public TaskPage repeating(String group, @Nullable String after, int limit) {
        return store.read(group, in -> {
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
    public List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows) {
        return topics.entrySet().stream()
                .filter(group -> !group.getValue().isEmpty())
                .flatMap(group -> forecast(group.getKey(), group.getValue(), windows).stream())
                .toList();
    }

    @Override
    public List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows) {
        return store.read(group, in -> {
            long now = in.now().millis();
            Collection<String> names = topics.isEmpty() ? in.topics().keySet() : topics;
            return names.stream()
                    .map(name -> new TopicForecast(
                            count(in, name, now), Instant.ofEpochMilli(now), due(in, name, now, windows)))
                    .toList();
        });
    }

    private static List<DueTasks> due(MemoryGroup in, String name, long now, List<Duration> windows) {
        TopicTasks tasks = in.topic(name);
        return windows.stream()
                .map(window -> new DueTasks(window, tasks.countDue(now + window.toMillis()) - tasks.countDue(now)))
                .toList();
    }

    private static TaskCounts count(MemoryGroup in, String name, long now) {
        TopicTasks tasks = in.topic(name);
        // Also those that are due and not pushed yet are ready.
        int due = tasks.countDue(now);
        return new TaskCounts(
                new TopicName(in.name, name),
                tasks.size(TaskState.DELAYED) - due,
                tasks.size(TaskState.READY) + tasks.keys.behind.size() + due,
                tasks.size(TaskState.RESERVED),
                tasks.size(TaskState.DEAD),
                in.rules.isHeld(name),
                in.rules.heldUntil(name),
                Duration.ofMillis(Math.max(0, now - tasks.firstDue())),
                tasks.keys.behind.size(),
                tasks.retrying.size());
    }

    @Override
    public TopicKeys keys(TopicName topic, int limit) {
        return store.read(topic.group(), in -> {
            KeyPlaces keys = in.topic(topic.topic()).keys;
            return new TopicKeys(in.rules.rule(topic.topic()).keyOrder(), keys.behind.size(), keys.hottest(limit));
        });
    }

    @Override
    public List<TaskInfo> tasksOfKey(TopicName topic, String key, int limit) {
        return store.read(topic.group(), in -> {
            KeyPlaces keys = in.topic(topic.topic()).keys;
            return Stream.concat(keys.holders(key).stream(), keys.behind(key).values().stream())
                    .limit(limit)
                    .map(task -> task.info(in.name, false))
                    .toList();
        });
    }

    @Override
    public boolean resume(TopicName topic) {
        return hold(topic, 0, Long.MAX_VALUE) > store.now().millis();
    }

    @Override
    public long hold(TopicName topic, long until, long unless) {
        return store.change(topic.group(), in -> {
            if (until > 0) {
                in.messages().paused(topic);
            }
            long before = in.rules.change(rules -> rules.hold(topic.topic(), until, unless));
            in.leaveSignals(List.of(topic.topic()));
            return before;
        });
    }

    @Override
    public TopicStep removeTasks(TopicName topic, @Nullable String from) {
        String next = topic + "/remaining";
        if (from != null && !from.equals(next)) {
            throw InMemoryDeadLetterStore.noStep(from);
        }
        return store.change(topic.group(), in -> {
            TopicTasks all = in.topic(topic.topic());
            List<StoredTask> tasks = Stream.of(
                            all.in(TaskState.RESERVED),
                            all.in(TaskState.DELAYED),
                            all.in(TaskState.READY),
                            all.keys.behind)
                    .flatMap(order -> order.values().stream())
                    .limit(TaskStore.MAX_BATCH)
                    .toList();
            tasks.forEach(in::remove);
            if (!tasks.isEmpty()) {
                in.history(topic.topic()).removed(tasks.size());
            }
            return new TopicStep(tasks.size(), tasks.size() < TaskStore.MAX_BATCH ? null : next);
        });
    }

    @Override
    public int forgetEmpty(String group, Collection<String> keep) {
        return store.change(group, in -> {
            List<String> gone = in.topics().values().stream()
                    .filter(topic -> topic.isEmpty() && !keep.contains(topic.name))
                    .map(topic -> topic.name)
                    .toList();
            in.rules.change(rules -> {
                gone.stream().filter(name -> !in.rules.isHeld(name)).forEach(rules::forget);
                return true;
            });
            in.topics().keySet().removeAll(gone);
            return gone.size();
        });
    }
}
