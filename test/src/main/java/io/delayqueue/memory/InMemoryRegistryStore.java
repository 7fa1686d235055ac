package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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

    /** Topics that are recorded as not registered, the oldest record first. */
    private final Set<TopicName> unregistered = new LinkedHashSet<>();

    /** Declared tasks as {@code group:id}. */
    private final Set<String> declared = new HashSet<>();

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
    public synchronized boolean register(String group, Collection<String> topics) {
        removed.remove(group);
        boolean changed = add(group);
        for (String topic : topics) {
            removed.remove(removal(group, topic));
            changed |= add(group, topic);
        }
        return announced(changed);
    }

    @Override
    public synchronized boolean restore(String group, Collection<String> topics) {
        if (removed.contains(group)) {
            return false;
        }
        boolean changed = add(group);
        for (String topic : topics) {
            changed |= !removed.contains(removal(group, topic)) && add(group, topic);
        }
        return announced(changed);
    }

    @Override
    public synchronized boolean unregister(String group, @Nullable String topic) {
        if (topic == null) {
            groups.getOrDefault(group, Set.of()).forEach(name -> remember(removal(group, name)));
        }
        remember(topic == null ? group : removal(group, topic));
        return unregisterUnused(group, topic);
    }

    @Override
    public synchronized boolean unregisterUnused(String group, @Nullable String topic) {
        return announced(topic == null ? remove(group) : remove(new TopicName(group, topic)));
    }

    private boolean remove(String group) {
        Set<String> topics = groups.remove(group);
        if (topics != null) {
            topics.stream().limit(MAX_OF_GROUP).forEach(topic -> record(new TopicName(group, topic)));
        }
        return topics != null;
    }

    private boolean remove(TopicName topic) {
        Set<String> topics = groups.get(topic.group());
        boolean changed = topics != null && topics.remove(topic.topic());
        if (changed) {
            record(topic);
        }
        return changed;
    }

    @Override
    public synchronized void recordUnregistered(Collection<TopicName> topics) {
        topics.forEach(this::record);
    }

    private void record(TopicName topic) {
        unregistered.remove(topic);
        unregistered.add(topic);
        if (unregistered.size() > MAX_UNREGISTERED) {
            unregistered.remove(unregistered.iterator().next());
        }
    }

    @Override
    public synchronized Set<TopicName> unregistered() {
        List<TopicName> newestFirst = new ArrayList<>(unregistered);
        Collections.reverse(newestFirst);
        return new LinkedHashSet<>(newestFirst);
    }

    @Override
    public synchronized void forgetUnregistered(Collection<TopicName> topics) {
        unregistered.removeAll(topics);
    }

    @Override
    public synchronized void recordDeclared(String group, String id) {
        declared.add(group + ':' + id);
    }

    @Override
    public synchronized Set<String> undeclared(String group, List<String> ids) {
        Set<String> missing = new LinkedHashSet<>(ids);
        missing.removeIf(id -> declared.contains(group + ':' + id));
        return missing;
    }

    private boolean add(String group) {
        return groups.putIfAbsent(group, new LinkedHashSet<>()) == null;
    }

    private boolean add(String group, String topic) {
        unregistered.remove(new TopicName(group, topic));
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
