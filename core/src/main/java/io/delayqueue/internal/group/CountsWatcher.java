package io.delayqueue.internal.group;

import static io.delayqueue.InvalidSettingException.requireLength;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.TopicStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Counts the tasks of the groups that this instance is the pusher of, at intervals, and calls a listener. */
public final class CountsWatcher extends EngineJob {

    /** Counting a group of more topics takes one part in {@link #SHARE} of the time at most. */
    private static final int MANY_TOPICS = 1_000;

    private static final int SHARE = 100;

    /** How long such a group rests at most, whatever it takes: a count that is too old says nothing. */
    private static final int MAX_INTERVALS = 2;

    /** Maximum time until this instance notices that it has become the pusher of a group. */
    private static final long MAX_WAIT = TimeUnit.SECONDS.toNanos(1);

    private final TopicStore store;

    private final Work work;

    private final Watch watch;

    private final Observers observers;

    private final Clock clock;

    private Set<String> reported = Set.of();

    /** The groups that were counted last, and when to count again though they are the same. */
    private Set<String> counted = Set.of();

    private long countAt = System.nanoTime();

    /** By group of many topics, when it may be counted again. */
    private final Map<String, Long> rests = new HashMap<>();

    /**
     * Listener and interval of a watcher.
     *
     * @param interval from the end of one count to the beginning of the next
     * @param windows windows in which tasks fall due
     */
    public record Watch(Duration interval, List<Duration> windows, ForecastListener listener) {

        public Watch {
            Objects.requireNonNull(interval, "interval must not be null");
            requireLength("", "interval", interval, Duration.ofMillis(1), "must be at least 1 ms");
        }
    }

    /** Groups and topics that this instance works for. */
    public interface Work {

        Set<String> groups();

        /** Whether it is this instance that makes the group's tasks ready: the one of all instances that counts them. */
        boolean isPushed(String group);

        /** The group's registered topics. */
        Set<String> topics(String group);
    }

    /**
     * Creates the watcher.
     *
     * @param name different for each watcher of an engine
     */
    public CountsWatcher(String name, TopicStore store, Work work, Watch watch, Observers observers, Driver driver) {
        super(driver::threadJob, name);
        this.store = store;
        this.work = work;
        this.watch = watch;
        this.observers = observers;
        this.clock = driver.time().clock();
    }

    @Override
    public long run() {
        Set<String> pushed =
                work.groups().stream().filter(work::isPushed).collect(Collectors.toCollection(TreeSet::new));
        long left = countAt - System.nanoTime();
        if (left > 0 && pushed.equals(counted)) {
            return Math.min(left, MAX_WAIT);
        }
        // Again soon, should it fail.
        countAt = System.nanoTime();
        Set<String> groups = work.groups();
        reportUncounted(groups, pushed);
        forEach(pushed, group -> {
            if (!handle.isStopping()) {
                handle.alive();
                countUnlessItRests(group);
            }
        });
        counted = pushed;
        long interval = watch.interval().toNanos();
        countAt = System.nanoTime() + interval;
        return Math.min(interval, MAX_WAIT);
    }

    /** Calls the listener without counts for groups that others count, and for those that are not served any more. */
    private void reportUncounted(Set<String> groups, Set<String> pushed) {
        Set<String> others = new TreeSet<>(reported);
        others.addAll(groups);
        others.removeAll(pushed);
        reported = groups;
        rests.keySet().retainAll(pushed);
        others.forEach(group -> report(group, List.of()));
    }

    private void countUnlessItRests(String group) {
        long began = System.nanoTime();
        Long rest = rests.get(group);
        if (rest != null && began - rest < 0) {
            return;
        }
        List<TopicForecast> counts = count(group, work.topics(group));
        report(group, counts);
        if (counts.size() > MANY_TOPICS) {
            long took = System.nanoTime() - began;
            long most = MAX_INTERVALS * watch.interval().toNanos();
            rests.put(group, began + took + Math.min(SHARE * took, most));
        }
    }

    private List<TopicForecast> count(String group, Set<String> registered) {
        List<TopicForecast> stored = store.forecast(group, List.of(), watch.windows());
        Instant at = stored.isEmpty() ? clock.instant() : stored.get(0).at();
        Map<String, TopicForecast> counts = new TreeMap<>();
        registered.forEach(topic -> counts.put(topic, none(new TopicName(group, topic), at)));
        stored.stream()
                .filter(topic -> topic.counts().total() > 0
                        || topic.counts().paused()
                        || registered.contains(topic.counts().topic().topic()))
                .forEach(topic -> counts.put(topic.counts().topic().topic(), topic));
        return List.copyOf(counts.values());
    }

    private TopicForecast none(TopicName topic, Instant at) {
        return new TopicForecast(
                new TaskCounts(topic, 0, 0, 0, 0, false, null, Duration.ZERO, 0, 0),
                at,
                watch.windows().stream().map(window -> new DueTasks(window, 0)).toList());
    }

    private void report(String group, List<TopicForecast> topics) {
        try {
            watch.listener().forecast(group, topics);
        } catch (Throwable e) {
            observers.failed(watch.listener(), e);
        }
    }
}
