package io.delayqueue.internal.heartbeat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.TopicCapacity;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.monitor.TopicOverload;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Compares, at intervals, the known tasks of the groups that this instance pushes with what the instances can do, and logs each topic that
 * will be late: once until it is in time again. One thread checks, any may read.
 */
public final class OverloadWatch {

    public static final Duration INTERVAL = Duration.ofMinutes(1);

    /** Shorter windows are exceeded by every burst. */
    static final List<Duration> WINDOWS = List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));

    /** Share of a window that a topic has to stay below to be in time again. */
    private static final double IN_TIME = 0.8;

    private static final Logger log = Loggers.of(OverloadWatch.class);

    private final Backend backend;

    private final WorkCounters work;

    private final Duration interval;

    private final LongSupplier nanoTime;

    private volatile List<TopicOverload> overloads = List.of();

    private volatile long nextAt;

    /**
     * Creates the watch.
     *
     * @param work the counters of this instance
     */
    public OverloadWatch(Backend backend, WorkCounters work, Duration interval, LongSupplier nanoTime) {
        this.backend = backend;
        this.work = work;
        this.interval = interval;
        this.nanoTime = nanoTime;
        begin();
    }

    /** Clears the result at the start of an engine: the first check is due after an interval. */
    public void begin() {
        overloads = List.of();
        nextAt = nanoTime.getAsLong() + interval.toNanos();
    }

    /**
     * Checks the groups if a check is due. A group that cannot be checked keeps its result, and so do all after it if the store does not
     * answer: outages are reported elsewhere, and heartbeats wait for this.
     *
     * @param groups the groups that this instance works for
     */
    void checkIfDue(Supplier<List<GroupStatus>> groups) {
        if (nanoTime.getAsLong() - nextAt < 0) {
            return;
        }
        List<TopicOverload> found = new ArrayList<>();
        boolean answers = true;
        for (GroupStatus group : groups.get()) {
            if (group.pushing()) {
                answers = answers && check(group, found);
                if (!answers) {
                    found.addAll(known(group.group()));
                }
            }
        }
        report(found);
        nextAt = nanoTime.getAsLong() + interval.toNanos();
    }

    /** Adds the overloads of a group; false if the store does not answer. */
    private boolean check(GroupStatus group, List<TopicOverload> found) {
        try {
            found.addAll(overloads(group));
        } catch (TaskStoreUnavailableException e) {
            return false;
        } catch (RuntimeException e) {
            log.debug("The forecast of {} could not be checked", group.group(), e);
            found.addAll(known(group.group()));
        }
        return true;
    }

    private List<TopicOverload> known(String group) {
        return overloads.stream()
                .filter(overload -> overload.topic().group().equals(group))
                .toList();
    }

    /** Reads the instances only if this one could not do the work alone: others send more heartbeats while they are read. */
    private List<TopicOverload> overloads(GroupStatus group) {
        Map<TopicName, TopicCapacity> here = group.topics().stream()
                .collect(Collectors.toMap(TopicStatus::name, topic -> capacity(group.group(), topic)));
        List<TopicForecast> candidates = backend.topics().forecast(group.group(), List.of(), WINDOWS).stream()
                .filter(forecast -> !forecast.counts().paused())
                .filter(forecast ->
                        isCandidate(forecast, here.get(forecast.counts().topic())))
                .toList();
        if (candidates.isEmpty()) {
            return List.of();
        }
        InstanceStore.Heartbeats heartbeats = backend.instances().heartbeats(group.group());
        List<InstanceInfo> instances = HeartbeatReader.read(group.group(), heartbeats.storeTime(), heartbeats.all());
        List<TopicOverload> found = new ArrayList<>();
        for (TopicForecast forecast : candidates) {
            TopicOverload overload = overload(
                    forecast,
                    TopicCapacity.of(instances, forecast.counts().topic().topic()));
            if (overload != null) {
                found.add(overload);
            }
        }
        return found;
    }

    private TopicCapacity capacity(String group, TopicStatus topic) {
        return new TopicCapacity(
                topic.concurrency(), true, work.of(group).durations(topic.name().topic()));
    }

    private boolean isCandidate(TopicForecast forecast, @Nullable TopicCapacity here) {
        if (tasks(forecast, WINDOWS.size() - 1) == 0) {
            return false;
        }
        // A topic that is consumed here is judged after the first measurement.
        return here == null || here.durations().attempts() > 0 && overload(forecast, here) != null;
    }

    private @Nullable TopicOverload overload(TopicForecast forecast, TopicCapacity capacity) {
        TopicName topic = forecast.counts().topic();
        double share = known().contains(topic) ? IN_TIME : 1;
        for (int i = 0; i < WINDOWS.size(); i++) {
            Duration window = WINDOWS.get(i);
            long tasks = tasks(forecast, i);
            Duration needed = capacity.timeFor(tasks);
            Duration mean = capacity.durations().mean();
            if (needed != null && mean != null && needed.toMillis() > share * window.toMillis()) {
                return new TopicOverload(topic, window, tasks, capacity.concurrency(), mean, needed);
            }
        }
        return null;
    }

    private static long tasks(TopicForecast forecast, int window) {
        TaskCounts counts = forecast.counts();
        DueTasks due = forecast.due().get(window);
        return counts.ready() + counts.reserved() + due.tasks();
    }

    private Set<TopicName> known() {
        return overloads.stream().map(TopicOverload::topic).collect(Collectors.toSet());
    }

    private void report(List<TopicOverload> found) {
        Set<TopicName> before = known();
        Map<TopicName, TopicOverload> now =
                found.stream().collect(Collectors.toMap(TopicOverload::topic, Function.identity()));
        overloads = now.values().stream()
                .sorted(Comparator.comparing(overload -> overload.topic().toString()))
                .toList();
        overloads.stream()
                .filter(overload -> !before.contains(overload.topic()))
                .forEach(overload -> log.warn("{} Logged once until it is in time again", overload.description()));
        before.stream()
                .filter(topic -> !now.containsKey(topic))
                .forEach(topic -> log.info("{} is in time again, or is checked by another instance", topic));
    }

    /** The overloads of the last check. */
    public List<TopicOverload> overloads() {
        return overloads;
    }
}
