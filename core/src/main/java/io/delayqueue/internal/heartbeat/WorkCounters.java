package io.delayqueue.internal.heartbeat;

import io.delayqueue.TopicName;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What an engine has done since its start, by group. */
public final class WorkCounters implements EngineObserver {

    private volatile Map<String, GroupWork> groups = new ConcurrentHashMap<>();

    /** Begins at zero. */
    void reset() {
        groups = new ConcurrentHashMap<>();
    }

    /** The groups of which something was counted. */
    Set<String> groups() {
        return groups.keySet();
    }

    GroupWork of(String group) {
        Map<String, GroupWork> current = groups;
        GroupWork known = current.get(group);
        return known != null ? known : current.computeIfAbsent(group, added -> new GroupWork());
    }

    @Override
    public void added(TopicName topic, int tasks) {
        of(topic.group()).count(topic.topic(), work -> work.added(tasks));
    }

    @Override
    public void cancelled(TopicName topic, long tasks) {
        of(topic.group()).count(topic.topic(), work -> work.cancelled(tasks));
    }

    @Override
    public void started(TopicName topic, Duration lateness) {
        of(topic.group()).count(topic.topic(), work -> work.started(lateness));
    }

    @Override
    public void ended(TopicName topic, TaskOutcome outcome) {
        of(topic.group()).count(topic.topic(), work -> work.ended(outcome));
    }
}
