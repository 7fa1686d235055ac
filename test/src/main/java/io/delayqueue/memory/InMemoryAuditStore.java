package io.delayqueue.memory;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskState;
import io.delayqueue.memory.Walk.Part;
import io.delayqueue.store.AuditStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Audit in memory. It counts tasks and finds nothing to repair: a task has one state and is in the order of that state, and its
 * data is removed with it.
 */
final class InMemoryAuditStore implements AuditStore {

    private final MemoryStore store;

    InMemoryAuditStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Page tasks(String group, @Nullable String from) {
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> {
            NavigableMap<String, StoredTask> rest = from == null ? seen.tasks : seen.tasks.tailMap(from, false);
            List<StoredTask> page = new ArrayList<>();
            for (StoredTask task : rest.values()) {
                page.add(task);
                if (page.size() == PAGE) {
                    return page(page, task.id);
                }
            }
            return page(page, null);
        });
    }

    @Override
    public Page members(String group, TaskState state, String topic, @Nullable String from) {
        List<Part> parts = Walk.parts(state);
        Walk walk = from == null ? new Walk(group, parts.get(0), null) : Walk.read(group, from, parts);
        if (walk == null) {
            throw InvalidTaskException.of("cursor", from, "must come from a page of the same topic and state");
        }
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> {
            Walk.Sight sight = walk.look(seen, topic, PAGE);
            return new Page(sight.tasks().size(), Map.of(), List.of(), walk.next(sight.reached(), parts));
        });
    }

    private static Page page(List<StoredTask> tasks, @Nullable String next) {
        Map<String, Long> topics = new TreeMap<>();
        tasks.forEach(task -> topics.merge(task.topic, 1L, Long::sum));
        return new Page(tasks.size(), topics, List.of(), next);
    }

    @Override
    public Set<String> topics(String group) {
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> new TreeSet<>(seen.topics().keySet()));
    }

    @Override
    public boolean repair(String group, Flaw flaw) {
        return false;
    }
}
