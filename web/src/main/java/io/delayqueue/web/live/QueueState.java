package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.InstanceInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is known of a queue: no more than a few numbers a topic and a beat an instance. Thread-safe. */
final class QueueState {

    private final SortedMap<String, GroupState> groups = new TreeMap<>();

    private final Agenda agenda = new Agenda();

    private final StoreClock clock = new StoreClock();

    private boolean registerRead;

    /** What to ask next; null if nothing is due. */
    synchronized @Nullable Ask next(Wanted wanted, long now) {
        wanted.topics().forEach(topic -> {
            // A page may be of a topic that is not registered.
            if (registerRead) {
                group(topic.group()).topic(topic.topic());
            }
        });
        return agenda.next(groups, wanted, now);
    }

    private GroupState group(String name) {
        return groups.computeIfAbsent(name, GroupState::new);
    }

    /** The whole register was read. */
    synchronized void registered(Map<String, Set<String>> register, Set<TopicName> kept) {
        groups.values().forEach(group -> group.registered(register.getOrDefault(group.name, Set.of()), kept));
        groups.values().removeIf(group -> !register.containsKey(group.name) && group.isEmpty());
        register.forEach((group, topics) -> group(group).registered(topics, kept));
        registerRead = true;
    }

    synchronized void counted(String group, List<TaskCounts> counts, Instant at) {
        GroupState known = groups.get(group);
        if (known != null) {
            known.counted(counts, at);
        }
    }

    synchronized void told(String group, List<InstanceInfo> instances, long now) {
        GroupState known = groups.get(group);
        if (known != null) {
            known.told(instances, now);
        }
    }

    synchronized boolean isRegisterRead() {
        return registerRead;
    }

    /** The clock that decides when tasks are due. */
    StoreClock clock() {
        return clock;
    }

    /** Looks at the groups, by name; what is returned must not refer to them. */
    synchronized <T> T read(Function<SortedMap<String, GroupState>, T> reader) {
        return reader.apply(groups);
    }
}
