package io.delayqueue.memory;

import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** State shared by the ports: the groups, the clock, and the messages between instances. */
final class MemoryStore {

    private final Clock clock;

    private final Messages messages = new Messages();

    private final Map<String, MemoryGroup> groups = new ConcurrentHashMap<>();

    MemoryStore(Clock clock) {
        this.clock = clock;
    }

    Clock clock() {
        return clock;
    }

    StepTime now() {
        return StepTime.of(clock.instant());
    }

    Messages messages() {
        return messages;
    }

    /** Returns a group for changes and waits. */
    MemoryGroup group(String name) {
        return groups.computeIfAbsent(name, unknown -> new MemoryGroup(this, unknown));
    }

    /** Changes a group in one step. */
    <T> T change(String group, Function<MemoryGroup, T> step) {
        return group(group).step(step);
    }

    /** Reads a group in one step. A group without changes is empty and not kept. */
    <T> T read(String group, Function<MemoryGroup, T> step) {
        MemoryGroup known = groups.get(group);
        return (known == null ? new MemoryGroup(this, group) : known).step(step);
    }

    Collection<MemoryGroup> groups() {
        return groups.values();
    }
}
