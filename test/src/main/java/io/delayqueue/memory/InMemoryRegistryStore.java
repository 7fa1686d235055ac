package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registry in memory. */
final class InMemoryRegistryStore implements RegistryStore {

    private static final int MAX_REMOVALS = 10_000;

    private final Messages messages;

    private final Map<String, Set<String>> groups = new LinkedHashMap<>();

    /** Removed groups, and topics as {@code group:topic}, the oldest first. */
    private final Set<String> removed = new LinkedHashSet<>();

    InMemoryRegistryStore(Messages messages) {
        this.messages = messages;
    }

    @Override
    public synchronized Map<String, Set<String>> load() {
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        groups.forEach((group, topics) -> copy.put(group, new LinkedHashSet<>(topics)));
        return copy;
    }

    @Override
    public synchronized @Nullable Set<String> topics(String group) {
        Set<String> topics = groups.get(group);
        return topics == null ? null : new LinkedHashSet<>(topics);
    }

    @Override
    public synchronized boolean registerGroup(String group) {
        removed.remove(group);
        return announced(add(group));
    }

    @Override
    public synchronized boolean registerTopics(Collection<TopicName> topics) {
        boolean changed = false;
        for (TopicName topic : topics) {
            removed.remove(topic.group());
            removed.remove(removal(topic.group(), topic.topic()));
            changed |= add(topic.group(), topic.topic());
        }
        return announced(changed);
    }

    @Override
    public synchronized boolean restore(Map<String, Set<String>> lost) {
        boolean changed = false;
        for (Map.Entry<String, Set<String>> entry : lost.entrySet()) {
            String group = entry.getKey();
            if (removed.contains(group)) {
                continue;
            }
            changed |= add(group);
            for (String topic : entry.getValue()) {
                changed |= !removed.contains(removal(group, topic)) && add(group, topic);
            }
        }
        return announced(changed);
    }

    @Override
    public synchronized boolean unregisterGroup(String group) {
        Set<String> topics = groups.remove(group);
        if (topics != null) {
            topics.forEach(topic -> remember(removal(group, topic)));
        }
        remember(group);
        return announced(topics != null);
    }

    @Override
    public synchronized boolean unregisterTopic(TopicName topic) {
        Set<String> topics = groups.get(topic.group());
        remember(removal(topic.group(), topic.topic()));
        return announced(topics != null && topics.remove(topic.topic()));
    }

    private boolean add(String group) {
        return groups.putIfAbsent(group, new LinkedHashSet<>()) == null;
    }

    private boolean add(String group, String topic) {
        return groups.computeIfAbsent(group, unknown -> new LinkedHashSet<>()).add(topic);
    }

    private void remember(String removal) {
        removed.remove(removal);
        removed.add(removal);
        if (removed.size() > MAX_REMOVALS) {
            removed.remove(removed.iterator().next());
        }
    }

    private static String removal(String group, String topic) {
        return group + ':' + topic;
    }

    private boolean announced(boolean changed) {
        if (changed) {
            messages.registryChanged();
        }
        return changed;
    }
}
