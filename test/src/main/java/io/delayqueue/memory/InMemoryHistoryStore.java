package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.HistoryStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Rules of histories in memory: each change is one step of the group. */
final class InMemoryHistoryStore implements HistoryStore {

    private final MemoryStore store;

    InMemoryHistoryStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Map<String, String> rules(String group, Collection<String> topics) {
        return store.change(group, in -> {
            Map<String, String> rules = new HashMap<>(in.histories);
            rules.keySet().retainAll(topics);
            return rules;
        });
    }

    @Override
    public boolean declare(TopicName topic, String before, String rule) {
        return store.change(topic.group(), in -> {
            String there = Objects.requireNonNullElse(in.histories.get(topic.topic()), "");
            if (there.equals(before)) {
                in.histories.put(topic.topic(), rule);
                in.histories.values().removeIf(String::isEmpty);
            }
            return there.equals(before) || there.equals(rule);
        });
    }

    /** {@return no group: each step sees the rules} */
    @Override
    public Set<String> changed() {
        return Set.of();
    }
}
