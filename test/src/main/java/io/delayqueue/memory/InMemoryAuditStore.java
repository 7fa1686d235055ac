package io.delayqueue.memory;

import io.delayqueue.TaskState;
import io.delayqueue.store.AuditStore;
import java.util.List;
import java.util.Map;
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
        return store.read(group, in -> {
            List<StoredTask> page = TopicTasks.first(from == null ? in.tasks : in.tasks.tailMap(from, false), PAGE);
            Map<String, Long> topics = new TreeMap<>();
            page.forEach(task -> topics.merge(task.topic, 1L, Long::sum));
            return new Page(page.size(), topics, List.of(), page.size() < PAGE ? null : page.get(PAGE - 1).id);
        });
    }

    @Override
    public Page members(String group, TaskState state, String topic, @Nullable String from) {
        return store.read(group, in -> {
            TopicTasks.Page page = in.topic(topic).page(state, group + "/" + topic + "/" + state, from, PAGE);
            return new Page(page.tasks().size(), Map.of(), List.of(), page.cursor());
        });
    }

    @Override
    public Set<String> topics(String group) {
        return store.read(group, in -> new TreeSet<>(in.topics().keySet()));
    }

    @Override
    public boolean repair(String group, Flaw flaw) {
        return false;
    }
}
