package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicForecast;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads everything that pages show, once. A part that the store refuses keeps its last value. */
final class SampleRound {

    /** Maximum number of groups that are not registered: each costs a call, and requests can bring any names. */
    private static final int MAX_UNREGISTERED_GROUPS = 100;

    private final DelayQueueEngine engine;

    private final StoreHealth health;

    private final Wanted wanted;

    private final Sample last;

    private final Map<TopicName, TopicForecast> counts = new HashMap<>();

    private final Map<String, GroupSample> instances = new HashMap<>();

    private final Map<TopicName, TaskWait> causes = new HashMap<>();

    private final Map<TopicName, List<LimitInfo>> limits = new HashMap<>();

    private final Map<String, List<LimitInfo>> limitsOfGroups = new HashMap<>();

    private @Nullable Instant time;

    private long timeReadAt;

    private @Nullable String refusal;

    SampleRound(DelayQueueEngine engine, StoreHealth health, Wanted wanted, Sample last) {
        this.engine = engine;
        this.health = health;
        this.wanted = wanted;
        this.last = last;
        this.time = last.time();
        this.timeReadAt = last.timeReadAt();
    }

    /**
     * Makes the calls.
     *
     * @throws TaskStoreUnavailableException if the store does not answer
     */
    Sample read() {
        Map<String, Set<String>> registered = ask(this::registered, last.registered());
        Set<TopicName> others = wanted.all() && registered != null ? unregistered(registered) : Set.of();
        Map<String, Set<String>> topics = new TreeMap<>();
        wanted.topics().forEach(topic -> add(topics, topic));
        others.forEach(topic -> add(topics, topic));
        if (wanted.all() && registered != null) {
            registered.forEach((group, names) ->
                    topics.computeIfAbsent(group, missing -> new TreeSet<>()).addAll(names));
        }
        count(topics);
        // Just after the counts, so that a page shows one moment.
        wanted.topics().forEach(this::readCause);
        wanted.topics().forEach(topic -> readInstances(topic.group()));
        SortedMap<String, GroupView> groups = wanted.all() && registered != null ? groups(registered, others) : null;
        return new Sample(wanted, registered, groups, counts, instances, causes, limits, time, timeReadAt, refusal);
    }

    private void readCause(TopicName topic) {
        TopicForecast counted = counts.get(topic);
        if (counted != null && counted.counts().ready() > 0 && !counted.counts().paused()) {
            ask(() -> engine.inspector().whyWaiting(topic), Optional.<TaskWait>empty())
                    .ifPresent(cause -> causes.put(topic, cause));
            limits.put(topic, limits(topic).toList());
        }
    }

    private Stream<LimitInfo> limits(TopicName topic) {
        return limitsOfGroups
                .computeIfAbsent(
                        topic.group(), group -> ask(() -> engine.inspector().limits(group), List.of()))
                .stream()
                .filter(limit -> limit.topics().contains(topic.topic()));
    }

    /** Adds the limit that ends last, if one is the reason of a late topic. */
    private TopicRow withLimit(TopicRow row) {
        TaskCounts counted = row.counts();
        return counted == null || !row.isLate() || counted.paused()
                ? row
                : limits(row.name())
                        .filter(LimitInfo::full)
                        .max(Comparator.comparing(LimitInfo::until, Comparator.nullsFirst(Comparator.naturalOrder())))
                        .map(limit -> new TopicRow(
                                row.name(),
                                row.registered(),
                                row.forecast(),
                                limit.limit().name()))
                        .orElse(row);
    }

    /** The registered topics, with those that a start of the engine registers. */
    private Map<String, Set<String>> registered() {
        Map<String, Set<String>> registered = new TreeMap<>(engine.register().topics());
        if (!engine.isRunning()) {
            for (TopicName topic : engine.topics()) {
                Set<String> names = new TreeSet<>(registered.getOrDefault(topic.group(), Set.of()));
                names.add(topic.topic());
                registered.put(topic.group(), names);
            }
        }
        return registered;
    }

    private static void add(Map<String, Set<String>> topics, TopicName topic) {
        topics.computeIfAbsent(topic.group(), missing -> new TreeSet<>()).add(topic.topic());
    }

    private Set<TopicName> unregistered(Map<String, Set<String>> registered) {
        Set<TopicName> names = ask(engine.inspector()::unregisteredTopics, Set.of());
        Set<String> groups = names.stream()
                .map(TopicName::group)
                .filter(group -> !registered.containsKey(group))
                .distinct()
                .limit(MAX_UNREGISTERED_GROUPS)
                .collect(Collectors.toSet());
        return names.stream()
                .filter(name -> registered.containsKey(name.group())
                        ? !registered.get(name.group()).contains(name.topic())
                        : groups.contains(name.group()))
                .collect(Collectors.toSet());
    }

    /** Counts all topics together, or group by group if the store refuses that because of one of the groups. */
    private void count(Map<String, Set<String>> topics) {
        String before = refusal;
        if (topics.size() > 1 && ask(() -> forecast(topics), null) != null) {
            return;
        }
        refusal = before;
        topics.forEach((group, names) -> {
            if (ask(() -> forecast(Map.of(group, names)), null) == null) {
                names.stream()
                        .map(name -> new TopicName(group, name))
                        .filter(last.counts()::containsKey)
                        .forEach(topic -> counts.put(topic, last.counts().get(topic)));
            }
        });
    }

    private List<TopicForecast> forecast(Map<String, Set<String>> topics) {
        List<TopicForecast> counted = engine.inspector().forecast(topics, TopicForecast.DEFAULT_WINDOWS);
        counted.forEach(each -> counts.put(each.counts().topic(), each));
        if (!counted.isEmpty()) {
            time = counted.get(counted.size() - 1).at();
            timeReadAt = System.nanoTime();
        }
        return counted;
    }

    private SortedMap<String, GroupView> groups(Map<String, Set<String>> registered, Set<TopicName> others) {
        Map<String, List<TopicRow>> unregistered = others.stream()
                .map(topic -> new TopicRow(topic, false, counts.get(topic)))
                .filter(row -> row.counts() != null && row.counts().total() > 0)
                .sorted(TopicRow.BY_NAME)
                .collect(Collectors.groupingBy(row -> row.name().group()));
        SortedMap<String, GroupView> groups = new TreeMap<>();
        Set<String> names = new TreeSet<>(registered.keySet());
        names.addAll(unregistered.keySet());
        names.forEach(group -> {
            List<TopicRow> rows = registered.getOrDefault(group, Set.of()).stream()
                    .map(name -> new TopicName(group, name))
                    .map(topic -> new TopicRow(topic, true, counts.get(topic)))
                    .collect(Collectors.toList());
            rows.addAll(unregistered.getOrDefault(group, List.of()));
            rows.replaceAll(this::withLimit);
            groups.put(group, new GroupView(group, registered.containsKey(group), rows, readInstances(group)));
        });
        return Collections.unmodifiableSortedMap(groups);
    }

    private @Nullable GroupSample readInstances(String group) {
        GroupSample before = last.instances().get(group);
        return instances.computeIfAbsent(
                group,
                missing -> ask(
                        () -> (before == null ? GroupSample.NONE : before)
                                .next(engine.inspector().instances(group), System.nanoTime()),
                        before));
    }

    private <T extends @Nullable Object> T ask(Supplier<? extends T> question, T otherwise) {
        health.calling();
        try {
            T answer = question.get();
            health.answered();
            return answer;
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            health.answered();
            refusal = refusal == null ? String.valueOf(e.getMessage()) : refusal;
            return otherwise;
        }
    }
}
