package io.delayqueue.internal.heartbeat;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.TopicName;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the work of an engine since its start, by group and topic. Counting is cheap and thread-safe. */
public final class WorkCounters implements EngineObserver {

    /** Maximum number of topics of a group with counters of their own, of about a kilobyte each; others count for the group only. */
    private static final int MAX_TOPICS = 20_000;

    /** Share of a topic's recent events that is kept at each new reading. */
    private static final double FADING = 0.8;

    private volatile Map<String, Group> groups = new ConcurrentHashMap<>();

    private enum Event {
        ADDED,
        FINISHED,
        RETRIED,
        DEAD,
        REMOVED,
        STARTED
    }

    /** Resets all counters to zero. */
    void reset() {
        groups = new ConcurrentHashMap<>();
    }

    /** The groups with counters. */
    Set<String> groups() {
        return groups.keySet();
    }

    Group of(String group) {
        Map<String, Group> current = groups;
        Group known = current.get(group);
        return known != null ? known : current.computeIfAbsent(group, added -> new Group());
    }

    @Override
    public void added(TopicName topic, int tasks) {
        count(topic, counters -> counters.add(Event.ADDED, tasks));
    }

    @Override
    public void removed(TopicName topic, long tasks) {
        count(topic, counters -> counters.add(Event.REMOVED, tasks));
    }

    @Override
    public void started(TopicName topic, Duration lateness) {
        int bucket = LatenessHistogram.bucketOf(lateness);
        count(topic, counters -> counters.started(bucket));
    }

    @Override
    public void ran(TopicName topic, Duration duration) {
        count(topic, counters -> counters.ran(duration));
    }

    @Override
    public void ended(TopicName topic, TaskOutcome outcome) {
        switch (outcome) {
            case FINISHED -> count(topic, counters -> counters.add(Event.FINISHED, 1));
            case RETRIED, MISSED -> count(topic, counters -> counters.add(Event.RETRIED, 1));
            case DEAD, EXPIRED -> count(topic, counters -> counters.add(Event.DEAD, 1));
            case POSTPONED, DROPPED, RETURNED -> {
                // No work was done, or none that counts.
            }
        }
    }

    private void count(TopicName topic, Consumer<Counters> event) {
        Group group = of(topic.group());
        event.accept(group.all);
        Counters own = group.topic(topic.topic());
        if (own != null) {
            event.accept(own);
        }
    }

    /** Counters of a group, in total and by topic. One thread at a time reads them. */
    static final class Group {

        private final Counters all = new Counters();

        private final Map<String, Counters> topics = new ConcurrentHashMap<>();

        /** Number of events as {@link #isBusy} saw it last, and when that number was new. */
        private long looked;

        private long changedAt;

        private @Nullable Counters topic(String topic) {
            Counters own = topics.get(topic);
            return own != null || topics.size() >= MAX_TOPICS
                    ? own
                    : topics.computeIfAbsent(topic, added -> new Counters());
        }

        /** Returns whether there were events since the last call, or within some time before. */
        boolean isBusy(Duration lately) {
            long events = all.events();
            long now = System.nanoTime();
            if (events != looked) {
                looked = events;
                changedAt = now;
            }
            return events > 0 && now - changedAt < lately.toNanos();
        }

        InstanceCounters snapshot() {
            return all.snapshot();
        }

        /** The topics with the most recent events, in descending order, with their counters. The order stays if there are no new events. */
        Map<String, InstanceCounters> busiest(int most) {
            if (all.fade()) {
                topics.values().forEach(Counters::fade);
            }
            Map<String, InstanceCounters> busiest = new LinkedHashMap<>();
            topics.entrySet().stream()
                    .sorted(Comparator.comparingDouble((Entry<String, Counters> topic) -> -topic.getValue().recent)
                            .thenComparing(Entry::getKey))
                    .limit(most)
                    .forEach(topic ->
                            busiest.put(topic.getKey(), topic.getValue().snapshot()));
            return busiest;
        }
    }

    /** Counters of a group or a topic. */
    private static final class Counters {

        private final LongAdder[] events =
                Stream.generate(LongAdder::new).limit(Event.values().length).toArray(LongAdder[]::new);

        /** No events of their own: each attempt has another one. */
        private final LongAdder attempts = new LongAdder();

        private final LongAdder micros = new LongAdder();

        /** Latenesses by bucket. */
        private final Map<Integer, LongAdder> latenesses = new ConcurrentHashMap<>();

        /** Recent events and the total at the last reading; used by the one thread that reads. */
        private double recent;

        private long seen;

        void add(Event event, long times) {
            events[event.ordinal()].add(times);
        }

        void started(int bucket) {
            add(Event.STARTED, 1);
            latenesses.computeIfAbsent(bucket, added -> new LongAdder()).increment();
        }

        void ran(Duration duration) {
            attempts.increment();
            micros.add(NANOSECONDS.toMicros(duration.toNanos()));
        }

        long events() {
            return Stream.of(events).mapToLong(LongAdder::sum).sum();
        }

        /** Returns whether there are new events. */
        boolean fade() {
            long now = events();
            boolean isNew = now != seen;
            recent = recent * FADING + (now - seen);
            seen = now;
            return isNew;
        }

        InstanceCounters snapshot() {
            SortedMap<Integer, Long> late = new TreeMap<>();
            latenesses.forEach((bucket, count) -> late.put(bucket, count.sum()));
            return new InstanceCounters(
                    sum(Event.ADDED),
                    sum(Event.FINISHED),
                    sum(Event.RETRIED),
                    sum(Event.DEAD),
                    sum(Event.REMOVED),
                    new LatenessHistogram(late),
                    new AttemptDurations(attempts.sum(), Duration.of(micros.sum(), ChronoUnit.MICROS)));
        }

        private long sum(Event event) {
            return events[event.ordinal()].sum();
        }
    }
}
