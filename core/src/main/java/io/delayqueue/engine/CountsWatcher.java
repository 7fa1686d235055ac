package io.delayqueue.engine;

import io.delayqueue.Task;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the tasks of this instance's groups at intervals, one call a group, and tells a listener. */
final class CountsWatcher extends Loop {

    private static final Logger log = LoggerFactory.getLogger(CountsWatcher.class);

    private final TopicStore store;

    private final Supplier<Map<String, Set<String>>> work;

    private final Watch watch;

    private final OncePerMinute warning = new OncePerMinute();

    private Set<String> told = Set.of();

    /**
     * Who is told, and how often.
     *
     * @param interval from the end of one count to the beginning of the next
     */
    record Watch(Duration interval, CountsListener listener) {

        private static final Duration SHORTEST = Duration.ofMillis(1);

        Watch {
            Objects.requireNonNull(listener, "listener must not be null");
            Objects.requireNonNull(interval, "interval must not be null");
            if (interval.compareTo(SHORTEST) < 0) {
                throw new IllegalArgumentException("interval must be at least 1 ms, but is " + interval);
            }
            if (interval.compareTo(Task.LONGEST_DELAY) > 0) {
                throw new IllegalArgumentException("interval must be at most 36,500 days, but is " + interval);
            }
        }
    }

    /**
     * Creates the watcher.
     *
     * @param name different for each watcher of an engine
     * @param work the groups this instance works for, with their registered topics
     */
    CountsWatcher(String name, TopicStore store, Supplier<Map<String, Set<String>>> work, Watch watch, Outage outage) {
        super(name, outage);
        this.store = store;
        this.work = work;
        this.watch = watch;
    }

    @Override
    void turn() {
        Map<String, Set<String>> groups = work.get();
        Set<String> gone = new HashSet<>(told);
        gone.removeAll(groups.keySet());
        told = Set.copyOf(groups.keySet());
        gone.forEach(group -> tell(group, List.of()));
        TaskStoreException failure = null;
        for (Map.Entry<String, Set<String>> group : groups.entrySet()) {
            if (isStopping()) {
                return;
            }
            try {
                tell(group.getKey(), count(group.getKey(), group.getValue()));
            } catch (TaskStoreException e) {
                // The others may be on another node.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        // Before the pause, which may be long: an outage is over.
        succeeded();
        pause(watch.interval().toNanos());
    }

    private List<TaskCounts> count(String group, Set<String> registered) {
        Map<String, TaskCounts> counts = new TreeMap<>();
        registered.forEach(topic -> counts.put(topic, none(new TopicName(group, topic))));
        store.count(group, List.of()).stream()
                .filter(topic -> topic.total() > 0
                        || topic.paused()
                        || registered.contains(topic.topic().topic()))
                .forEach(topic -> counts.put(topic.topic().topic(), topic));
        return List.copyOf(counts.values());
    }

    private static TaskCounts none(TopicName topic) {
        return new TaskCounts(topic, 0, 0, 0, 0, false, Duration.ZERO);
    }

    private void tell(String group, List<TaskCounts> topics) {
        try {
            watch.listener().counted(group, topics);
        } catch (RuntimeException | LinkageError e) {
            if (warning.isMine()) {
                log.error("{} failed; this is said once a minute", watch.listener(), e);
            }
        }
    }
}
