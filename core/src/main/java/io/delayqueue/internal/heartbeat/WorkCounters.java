package io.delayqueue.internal.heartbeat;

import io.delayqueue.TopicName;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the work of an engine since its start, by group and topic. Counting is cheap and thread-safe. */
public final class WorkCounters implements EngineObserver {

    /**
     * Maximum number of topics of a group with counters of their own, of about half a kilobyte each; others count for the group
     * only.
     */
    private static final int MAX_TOPICS = 20_000;

    /** Share of a topic's recent events that is kept at each new reading. */
    private static final double FADING = 0.8;

    private static final int NO_LATENESS = -1;

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
        count(topic, Event.ADDED, tasks);
    }

    @Override
    public void removed(TopicName topic, long tasks) {
        count(topic, Event.REMOVED, tasks);
    }

    @Override
    public void started(TopicName topic, Duration lateness) {
        count(topic, Event.STARTED, 1, LatenessHistogram.bucketOf(lateness));
    }

    @Override
    public void ran(TopicName topic, Duration duration) {
        Group group = of(topic.group());
        group.all.ran(duration);
        Counters own = group.topic(topic.topic());
        if (own != null) {
            own.ran(duration);
        }
    }

    @Override
    public void ended(TopicName topic, TaskOutcome outcome) {
        switch (outcome) {
            case FINISHED -> count(topic, Event.FINISHED, 1);
            case RETRIED, MISSED -> count(topic, Event.RETRIED, 1);
            case DEAD -> count(topic, Event.DEAD, 1);
            case RETURNED -> {
                // No work was done.
            }
        }
    }

    private void count(TopicName topic, Event event, long times) {
        count(topic, event, times, NO_LATENESS);
    }

    private void count(TopicName topic, Event event, long times, int bucket) {
        Group group = of(topic.group());
        group.all.add(event, times, bucket);
        Counters own = group.topic(topic.topic());
        if (own != null) {
            own.add(event, times, bucket);
        }
    }

    /** Counters of a group, in total and by topic. */
    static final class Group {

        private final Counters all = new Counters();

        private final Map<String, Counters> topics = new ConcurrentHashMap<>();

        /** Recent events of those topics, and their totals at the last reading; used by the one thread that reads. */
        private final Map<String, Recent> recent = new LinkedHashMap<>();

        private long seen;

        private record Recent(double events, long seen) {

            static final Recent NOTHING = new Recent(0, 0);

            Recent at(long now) {
                return new Recent(events * FADING + (now - seen), now);
            }
        }

        private @Nullable Counters topic(String topic) {
            Counters own = topics.get(topic);
            return own != null || topics.size() >= MAX_TOPICS
                    ? own
                    : topics.computeIfAbsent(topic, added -> new Counters());
        }

        /** Total number of events. */
        long events() {
            return all.events();
        }

        InstanceCounters snapshot() {
            return all.snapshot();
        }

        /** The topics with the most recent events, in descending order, with their counters. For one thread at a time. */
        Map<String, InstanceCounters> busiest(int most) {
            update();
            List<Map.Entry<String, Recent>> order = new ArrayList<>(recent.entrySet());
            order.sort(Comparator.comparingDouble((Map.Entry<String, Recent> topic) ->
                            -topic.getValue().events())
                    .thenComparing(Map.Entry::getKey));
            Map<String, InstanceCounters> busiest = new LinkedHashMap<>();
            order.stream().limit(most).map(Map.Entry::getKey).forEach(topic -> {
                Counters counters = topics.get(topic);
                if (counters != null) {
                    busiest.put(topic, counters.snapshot());
                }
            });
            return busiest;
        }

        /** The order stays if there are no new events. */
        private void update() {
            long events = all.events();
            if (events != seen) {
                seen = events;
                topics.forEach((topic, counters) -> recent.put(
                        topic, recent.getOrDefault(topic, Recent.NOTHING).at(counters.events())));
            }
        }
    }

    /** Counters of a group or a topic. Allocates the histogram only for ranges that have counts. */
    private static final class Counters {

        private static final int PART = 16;

        private final LongAdder[] events =
                Stream.generate(LongAdder::new).limit(Event.values().length).toArray(LongAdder[]::new);

        /** No events of their own: each attempt has another one. */
        private final LongAdder attempts = new LongAdder();

        private final LongAdder micros = new LongAdder();

        private final AtomicReferenceArray<AtomicLongArray> latenesses =
                new AtomicReferenceArray<>((LatenessHistogram.buckets() + PART - 1) / PART);

        void add(Event event, long times, int bucket) {
            events[event.ordinal()].add(times);
            if (bucket != NO_LATENESS) {
                addLateness(bucket);
            }
        }

        void ran(Duration duration) {
            attempts.increment();
            micros.add(TimeUnit.NANOSECONDS.toMicros(duration.toNanos()));
        }

        private void addLateness(int bucket) {
            AtomicLongArray part = latenesses.get(bucket / PART);
            if (part == null) {
                latenesses.compareAndSet(bucket / PART, null, new AtomicLongArray(PART));
                part = latenesses.get(bucket / PART);
            }
            part.incrementAndGet(bucket % PART);
        }

        long events() {
            return Stream.of(events).mapToLong(LongAdder::sum).sum();
        }

        InstanceCounters snapshot() {
            SortedMap<Integer, Long> late = new TreeMap<>();
            for (int i = 0; i < latenesses.length(); i++) {
                AtomicLongArray part = latenesses.get(i);
                for (int k = 0; part != null && k < PART; k++) {
                    if (part.get(k) > 0) {
                        late.put(i * PART + k, part.get(k));
                    }
                }
            }
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
