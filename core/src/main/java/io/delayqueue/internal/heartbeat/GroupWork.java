package io.delayqueue.internal.heartbeat;

import io.delayqueue.monitor.InstanceCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What was done for a group, in all and by topic. */
final class GroupWork {

    /** How many topics are counted each; the others only with the group. One takes about half a kilobyte. */
    private static final int MOST_TOPICS = 20_000;

    /** How much of what a topic had to do counts less at each look that finds something new. */
    private static final double FADING = 0.8;

    private final WorkCount all = new WorkCount();

    private final Map<String, WorkCount> topics = new ConcurrentHashMap<>();

    /** What those topics had to do lately, and in all at the last look; used by the one thread that looks. */
    private final Map<String, Lately> lately = new LinkedHashMap<>();

    private long seen;

    private record Lately(double events, long seen) {

        static final Lately NOTHING = new Lately(0, 0);

        Lately look(long now) {
            return new Lately(events * FADING + (now - seen), now);
        }
    }

    /** Counts something of a topic. */
    void count(String topic, Consumer<WorkCount> event) {
        event.accept(all);
        WorkCount own = topics.get(topic);
        if (own == null && topics.size() < MOST_TOPICS) {
            own = topics.computeIfAbsent(topic, added -> new WorkCount());
        }
        if (own != null) {
            event.accept(own);
        }
    }

    /** How much was counted in all. */
    long events() {
        return all.events();
    }

    InstanceCounters snapshot() {
        return all.snapshot();
    }

    /** The topics that have had most to do lately, those first, with what was done for them. For one thread at a time. */
    Map<String, InstanceCounters> busiest(int most) {
        look();
        List<Map.Entry<String, Lately>> order = new ArrayList<>(lately.entrySet());
        order.sort(Comparator.comparingDouble(
                        (Map.Entry<String, Lately> topic) -> -topic.getValue().events())
                .thenComparing(Map.Entry::getKey));
        Map<String, InstanceCounters> busiest = new LinkedHashMap<>();
        order.stream().limit(most).map(Map.Entry::getKey).forEach(topic -> {
            WorkCount work = topics.get(topic);
            if (work != null) {
                busiest.put(topic, work.snapshot());
            }
        });
        return busiest;
    }

    /** Without anything new the order stays as it is. */
    private void look() {
        long events = all.events();
        if (events != seen) {
            seen = events;
            topics.forEach((topic, work) ->
                    lately.put(topic, lately.getOrDefault(topic, Lately.NOTHING).look(work.events())));
        }
    }
}
