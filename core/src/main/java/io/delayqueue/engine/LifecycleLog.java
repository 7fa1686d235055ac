package io.delayqueue.engine;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.delayqueue.internal.group.EngineSession.Stopped;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Stream;
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
        List<Entry<String, String>> all = groups.stream()
                .flatMap(group -> group.topics().isEmpty()
                        ? Stream.of(Map.entry(group.group(), "nothing consumed here"))
                        : group.topics().stream()
                                .map(topic ->
                                        Map.entry(group.group(), topic.name().topic() + " x" + topic.concurrency())))
                .toList();
        Map<String, String> named = all.stream()
                .limit(MAX_NAMED)
                .collect(groupingBy(
                        Entry::getKey, LinkedHashMap::new, mapping(Entry::getValue, joining(", ", "(", ")"))));
        String work = named.isEmpty()
                ? "nothing yet, because no group is registered"
                : named.entrySet().stream()
                        .map(group -> group.getKey() + " " + group.getValue())
                        .collect(joining(", "));
        String more = all.size() <= MAX_NAMED ? "" : " and " + (all.size() - MAX_NAMED) + " more";
        String end = extras.isEmpty() ? "" : "; " + String.join("; ", extras);
        return engine + " delivers from " + address + " as " + instance + ": " + work + more + end;
    }

    /** Logs the start of an engine that only adds. */
    String onlyAdds() {
        return engine + " adds to " + address + " as " + instance + ", and consumes, pulls and pushes nothing";
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
