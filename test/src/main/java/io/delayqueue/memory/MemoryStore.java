package io.delayqueue.memory;

import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the ports share: the groups, the clock, and the messages between instances. */
final class MemoryStore {

    private final Clock clock;

    private final SortedMaps maps;

    private final Messages messages = new Messages();

    private final Map<String, MemoryGroup> groups = new ConcurrentHashMap<>();

    private final AtomicLong additions = new AtomicLong();

    private final AtomicLong readinesses = new AtomicLong();

    MemoryStore(Clock clock, SortedMaps maps) {
        this.clock = clock;
        this.maps = maps;
    }

    Clock clock() {
        return clock;
    }

    SortedMaps maps() {
        return maps;
    }

    Messages messages() {
        return messages;
    }

    long nextAddition() {
        return additions.incrementAndGet();
    }

    long nextReadiness() {
        return readinesses.incrementAndGet();
    }

    /** A group to change, or to wait in. */
    MemoryGroup group(String name) {
        return groups.computeIfAbsent(name, unknown -> new MemoryGroup(this, unknown));
    }

    /** A group to look at: one that nobody has changed is empty, and is not kept for that. */
    MemoryGroup seen(String name) {
        MemoryGroup known = groups.get(name);
        return known == null ? new MemoryGroup(this, name) : known;
    }

    Collection<MemoryGroup> groups() {
        return groups.values();
    }
}
