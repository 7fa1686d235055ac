package io.delayqueue.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Times at which the pusher has to check the topics of a group, in milliseconds since the epoch. The time of a topic is never later
 * than the present, its first delayed task and the first end of a lease; it is too early by tasks that were removed and leases that
 * were renewed since the last push.
 */
final class Agenda {

    private final Map<String, Entry> entries = new HashMap<>();

    private final NavigableMap<Entry, Entry> order;

    /** Time of a topic. */
    record Entry(long time, String topic) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            return time == other.time ? topic.compareTo(other.topic) : Long.compare(time, other.time);
        }
    }

    Agenda(SortedMaps maps) {
        this.order = maps.create();
    }

    /** Enters a time, unless the topic has an earlier one; returns whether this changed anything. */
    boolean enter(String topic, long time) {
        Entry before = entries.get(topic);
        boolean earlier = before == null || time < before.time();
        if (earlier) {
            set(topic, time);
        }
        return earlier;
    }

    /** Replaces the time of a topic, which may be {@link TaskOrder#NEVER}. */
    void set(String topic, long time) {
        remove(topic);
        if (time != TaskOrder.NEVER) {
            Entry entry = new Entry(time, topic);
            entries.put(topic, entry);
            order.put(entry, entry);
        }
    }

    void remove(String topic) {
        Entry before = entries.remove(topic);
        if (before != null) {
            order.remove(before);
        }
    }

    /** Returns the entry with the first time; null if there is none. */
    @Nullable
    Entry first() {
        return order.isEmpty() ? null : order.firstKey();
    }

    /** Returns the first topics to check. */
    List<String> due(long now, int limit) {
        return order.headMap(new Entry(now + 1, ""), false).values().stream()
                .limit(limit)
                .map(Entry::topic)
                .toList();
    }

    void clear() {
        entries.clear();
        order.clear();
    }
}
