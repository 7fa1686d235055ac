package io.delayqueue.engine;

import io.delayqueue.internal.group.EngineSession.Stopped;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Logs the start and the stop of an engine, in one line of limited length each. */
final class LifecycleLog {

    /** Maximum number of named topics, and groups without topics. */
    private static final int MAX_NAMED = 20;

    private final String engine;

    private final String instance;

    private final String address;

    LifecycleLog(String name, String instance, String address, @Nullable String namespace) {
        String version = DelayQueueEngine.class.getPackage().getImplementationVersion();
        this.engine = "delayqueue" + (version == null ? "" : " " + version)
                + (name.equals(DelayQueueEngine.DEFAULT_NAME) ? "" : " '" + name + "'");
        this.instance = instance;
        this.address = address + (namespace == null ? "" : " (namespace " + namespace + ")");
    }

    /**
     * Logs the start.
     *
     * @param groups the groups the engine works for, and the topics it consumes
     * @param extras further parts of the line
     */
    String started(List<GroupStatus> groups, List<String> extras) {
        List<String> parts = new ArrayList<>();
        int named = 0;
        int left = 0;
        for (GroupStatus group : groups) {
            int room = MAX_NAMED - named;
            int topics = group.topics().size();
            if (room > 0) {
                parts.add(group.group() + " (" + topics(group.topics(), room) + ")");
                left += Math.max(0, topics - room);
            } else {
                left += Math.max(1, topics);
            }
            named += Math.max(1, topics);
        }
        String work = parts.isEmpty() ? "nothing yet, because no group is registered" : String.join(", ", parts);
        String more = left == 0 ? "" : " and " + left + " more";
        String end = extras.isEmpty() ? "" : "; " + String.join("; ", extras);
        return engine + " delivers from " + address + " as " + instance + ": " + work + more + end;
    }

    /** Logs the start of an engine that only adds. */
    String onlyAdds() {
        return engine + " adds to " + address + " as " + instance + ", and consumes, pulls and pushes nothing";
    }

    private static String topics(List<TopicStatus> topics, int most) {
        if (topics.isEmpty()) {
            return "nothing consumed here";
        }
        List<String> named = topics.stream()
                .limit(most)
                .map(topic -> topic.name().topic() + " x" + topic.concurrency())
                .toList();
        return String.join(", ", named);
    }

    /** Logs that the engine reserves no tasks. */
    String drained(String groups) {
        return engine + " reserves no tasks of " + groups + " as " + instance
                + ", until it is undrained or started again";
    }

    String undrained() {
        return engine + " reserves tasks again of its groups that are not drained, as " + instance;
    }

    /** Begins the line about a stop by the engine itself; the reason follows. */
    String halted() {
        return engine + " stops delivering from " + address + " as " + instance + ".";
    }

    /** Logs the stop: tasks given back and work left behind. */
    String stopped(Stopped stopped, Duration length) {
        List<String> parts = new ArrayList<>();
        add(parts, stopped.unstarted(), "tasks given back before they began");
        add(parts, stopped.interrupted(), "callbacks interrupted and their tasks given back");
        add(parts, stopped.abandoned(), "callbacks still running");
        add(
                parts,
                stopped.unacknowledged(),
                "outcomes not acknowledged, so that their tasks run again when the lease ends");
        String rest = parts.isEmpty() ? "all tasks in progress have ended" : String.join(", ", parts);
        return engine + " has stopped delivering from " + address + " as " + instance + " in " + length.toMillis()
                + " ms: " + rest;
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(what + ": " + count);
        }
    }
}
