package io.delayqueue.memory;

import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** State shared by the ports: the groups, the clock, and the messages between instances. */
final class MemoryStore {

    private final Clock clock;

    private final SortedMaps maps;

    private final Messages messages = new Messages();

    private final Map<String, MemoryGroup> groups = new ConcurrentHashMap<>();

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

    /** Returns a group for changes and waits. */
    MemoryGroup group(String name) {
        return groups.computeIfAbsent(name, unknown -> new MemoryGroup(this, unknown));
    }

    /** Returns a group for reads: one without changes is empty and not kept. */
    MemoryGroup seen(String name) {
        MemoryGroup known = groups.get(name);
        return known == null ? new MemoryGroup(this, name) : known;
    }

    Collection<MemoryGroup> groups() {
        return groups.values();
    }
}
