package io.delayqueue.internal.service;

import static io.delayqueue.store.Rules.LIMIT;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.internal.audit.Audit;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.limit.TaskWaits;
import io.delayqueue.internal.registry.NearestTopic;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.RepeatingTasks;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Checks arguments, runs audits and checks of payloads, and computes due times. */
public record DefaultInspector(Supplier<Backend> backend, PayloadCheck payloads, Repeats repeats)
        implements DelayQueueInspector {

    private static final Logger log = Loggers.of(DefaultInspector.class);

    private Backend backend(String group) {
        TopicName.requireGroup(group);
        return backend.get();
    }

    @Override
    public AuditReport audit(String group) {
        return new Audit(backend, TopicName.requireGroup(group), false).run();
    }

    @Override
    public AuditReport repair(String group) {
        return new Audit(backend, TopicName.requireGroup(group), true).run();
    }

    @Override
    public PayloadReport checkPayloads(String group, Duration atMost) {
        return payloads.run(backend(group).topics(), group, atMost);
    }

    @Override
    public DeadLetterGroups groupDeadLetters(String group, String topic, @Nullable String from, int limit) {
        TopicName name = new TopicName(group, topic);
        Arguments.requireUpTo(MAX_GROUPED, "limit", limit);
        DeadLetterStore store = backend.get().deadLetters();
        return FailureGroups.read((cursor, most) -> store.failures(name, cursor, most), from, limit);
    }

    @Override
    public TaskPage retrying(TopicName topic, @Nullable String cursor, int limit) {
        requireNonNull(topic, "topic must not be null");
        Arguments.requireUpTo(TopicOperations.MAX_PAGE, "limit", limit);
        Backend open = backend.get();
        FailurePage page = open.deadLetters().retrying(topic, cursor, limit);
        List<String> ids = page.failures().stream().map(Failed::id).toList();
        // An earlier version leaves the tasks in the list that it ends.
        List<TaskInfo> tasks = open.tasks().find(topic.group(), ids).stream()
                .flatMap(Stream::ofNullable)
                .filter(task -> task.topic().equals(topic) && task.state() != TaskState.DEAD)
                .toList();
        return new TaskPage(tasks, page.cursor());
    }

    @Override
    public DeadLetterGroups retryingKinds(TopicName topic, @Nullable String cursor, int limit) {
        requireNonNull(topic, "topic must not be null");
        Arguments.requireUpTo(MAX_GROUPED, "limit", limit);
        DeadLetterStore store = backend.get().deadLetters();
        return FailureGroups.read((next, most) -> store.retrying(topic, next, most), cursor, limit);
    }

    @Override
    public List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows) {
        requireNonNull(topics, "topics must not be null");
        topics.forEach((group, names) -> {
            TopicName.requireGroup(group);
            requireNonNull(names, "topics must not be null").forEach(TopicName::requireTopic);
        });
        List<Duration> valid = Arguments.windows(windows);
        return backend.get().topics().forecast(topics, valid);
    }

    @Override
    public List<TopicForecast> forecast(String group, List<Duration> windows) {
        return backend(group).topics().forecast(group, List.of(), Arguments.windows(windows));
    }

    @Override
    public List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows) {
        TopicName.requireGroup(group);
        return forecast(Map.of(group, requireNonNull(topics, "topics must not be null")), windows);
    }

    @Override
    public TopicKeys keys(TopicName topic, int limit) {
        requireNonNull(topic, "topic must not be null");
        Arguments.requireUpTo(MAX_KEYS, "limit", limit);
        return backend.get().topics().keys(topic, limit);
    }

    @Override
    public List<TaskInfo> tasksOfKey(TopicName topic, String key, int limit) {
        requireNonNull(topic, "topic must not be null");
        Arguments.requireUpTo(TopicOperations.MAX_PAGE, "limit", limit);
        return backend.get().topics().tasksOfKey(topic, Task.requireKey(key), limit);
    }

    @Override
    public RepeatingTasks repeatingTasks(String group, @Nullable String cursor, int limit) {
        TopicName.requireGroup(group);
        Arguments.requireUpTo(TopicOperations.MAX_PAGE, "limit", limit);
        String after = cursor == null ? null : lastId(cursor);
        TaskPage page = backend.get().topics().repeating(group, after, limit);
        List<InstanceInfo> instances =
                instances(group).stream().filter(instance -> !instance.gone()).toList();
        return new RepeatingTasks(
                page.tasks(), orphans(page.tasks(), instances), missing(page, after, instances), page.cursor());
    }

    /** Returns the ids behind {@code after} and up to the page's end that instances declare, and of which there is no task. */
    private static Map<String, List<String>> missing(
            TaskPage page, @Nullable String after, List<InstanceInfo> instances) {
        Map<String, List<String>> missing = new HashMap<>();
        for (InstanceInfo instance : instances) {
            if (instance.schedules() != null) {
                instance.schedules().stream()
                        .filter(id -> after == null || id.compareTo(after) > 0)
                        .filter(id -> page.cursor() == null || id.compareTo(page.cursor()) <= 0)
                        .forEach(id -> missing.computeIfAbsent(id, added -> new ArrayList<>())
                                .add(instance.instance()));
            }
        }
        page.tasks().forEach(task -> missing.remove(task.id()));
        return missing;
    }

    /** Returns the tasks that were added by a declaration which no running instance has. */
    private static Set<String> orphans(List<TaskInfo> tasks, List<InstanceInfo> instances) {
        Set<String> orphans = tasks.stream()
                .filter(task -> task.headers().containsKey(TaskSchedule.HEADER))
                .map(TaskInfo::id)
                .collect(toCollection(HashSet::new));
        boolean working = false;
        for (InstanceInfo instance : instances) {
            if (instance.schedules() == null) {
                return Set.of();
            }
            orphans.removeAll(instance.schedules());
            working = working || instance.pushing() || instance.topicCount() > 0;
        }
        return working ? orphans : Set.of();
    }

    /** A cursor is the last id of its page. */
    private static String lastId(String cursor) {
        try {
            return Task.requireId(cursor);
        } catch (InvalidTaskException e) {
            throw InvalidTaskException.of("cursor", cursor, "must come from a page of repeating tasks");
        }
    }

    @Override
    public List<InstanceInfo> instances(String group) {
        return HeartbeatReader.read(group, backend(group).instances().heartbeats(group));
    }

    @Override
    public Optional<Progress> progress(TaskInfo task) {
        requireNonNull(task, "task must not be null");
        if (task.reservedAt() == null) {
            return Optional.empty();
        }
        String group = task.topic().group();
        return Optional.ofNullable(
                HeartbeatReader.progress(task, backend(group).instances().heartbeats(group)));
    }

    @Override
    public boolean recordWork(String group) {
        return WorkHistory.record(backend(group).instances(), group);
    }

    @Override
    public List<PastWork> pastWork(String group) {
        return WorkHistory.read(backend(group).instances(), group);
    }

    @Override
    public Set<TopicName> unregisteredTopics() {
        return backend.get().registry().unregistered();
    }

    @Override
    public List<LimitInfo> limits(String group) {
        return backend(group).limits().list(group);
    }

    @Override
    public void setLimit(Limit limit) {
        requireNonNull(limit, "limit must not be null");
        Backend open = backend.get();
        open.limits().set(limit.requireComplete());
        try {
            warnIfUnused(open, limit);
        } catch (TaskStoreException e) {
            log.debug("It is not known whether a topic has the limit {}", limit, e);
        }
    }

    private static void warnIfUnused(Backend open, Limit limit) {
        TopicName name = new TopicName(limit.group(), limit.name());
        Map<String, Set<String>> registry = open.registry().load();
        Set<String> topics = registry.getOrDefault(limit.group(), Set.of());
        // Of a new limit that no rule names, the topic of its name.
        List<String> limited = open.limits().change(limit.group(), null, all -> all.names(LIMIT + limit.name()));
        if (limited.stream().noneMatch(topics::contains)) {
            log.warn("The limit {} is set, and limits no registered topic.{}", name, NearestTopic.hint(name, registry));
        }
    }

    @Override
    public boolean resetLimit(String group, String name) {
        return backend(group).limits().reset(group, TopicName.requireLimit(name));
    }

    @Override
    public boolean removeLimit(String group, String name) {
        return backend(group).limits().remove(group, TopicName.requireLimit(name));
    }

    @Override
    public boolean holdLimit(String group, String name, Instant until) {
        return backend(group).limits().hold(group, TopicName.requireLimit(name), Task.requireInstant("until", until));
    }

    @Override
    public Optional<TaskWait> whyWaiting(String group, String id) {
        Backend open = backend(group);
        TaskInfo task = open.tasks().find(group, List.of(Task.requireId(id))).get(0);
        return Optional.ofNullable(task == null ? null : TaskWaits.of(open, task));
    }

    @Override
    public Optional<TaskWait> whyWaiting(TopicName topic) {
        return Optional.ofNullable(TaskWaits.of(backend.get(), requireNonNull(topic, "topic must not be null")));
    }

    @Override
    public TopicHistory history(TopicName topic) {
        return new DefaultTopicHistory(backend, requireNonNull(topic, "topic must not be null"));
    }

    @Override
    public List<HistoryCounts> histories(String group, Collection<String> topics) {
        requireNonNull(topics, "topics must not be null").forEach(TopicName::requireTopic);
        return backend(group).history().counts(group, topics);
    }

    @Override
    public Instant storeTime(String group) {
        return Instant.ofEpochMilli(backend(group).tasks().time(group));
    }

    @Override
    public List<Instant> nextRuns(TaskInfo task, int limit) {
        requireNonNull(task, "task must not be null");
        Arguments.requireUpTo(MAX_RUNS, "limit", limit);
        return repeats.upcoming(
                task, () -> backend.get().tasks().time(task.topic().group()), limit);
    }
}
