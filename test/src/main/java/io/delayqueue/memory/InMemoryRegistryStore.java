package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

    /** Topics that are not registered, with the times of their records, the oldest first. */
    private final Map<TopicName, Instant> unregistered = new LinkedHashMap<>();

    /** Declared tasks as {@code group:id}. */
    private final Set<String> declared = new HashSet<>();

    private final Clock clock;

    InMemoryRegistryStore(Messages messages, Clock clock) {
        this.messages = messages;
        this.clock = clock;
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
        groups.getOrDefault(group, Set.of()).forEach(topic -> remember(removal(group, topic)));
        remember(group);
        return unregisterUnused(group, null);
    }

    @Override
    public synchronized boolean unregisterTopic(TopicName topic) {
        remember(removal(topic.group(), topic.topic()));
        return unregisterUnused(topic.group(), topic.topic());
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
    public synchronized Set<TopicName> recordUnregistered(Collection<TopicName> topics) {
        Set<TopicName> found = new LinkedHashSet<>(topics);
        found.removeIf(topic -> groups.getOrDefault(topic.group(), Set.of()).contains(topic.topic()));
        found.forEach(this::record);
        return found;
    }

    private void record(TopicName topic) {
        unregistered.remove(topic);
        unregistered.put(topic, clock.instant());
        if (unregistered.size() > MAX_UNREGISTERED) {
            unregistered.remove(unregistered.keySet().iterator().next());
        }
    }

    @Override
    public synchronized Set<TopicName> unregistered() {
        List<TopicName> newestFirst = new ArrayList<>(unregistered.keySet());
        Collections.reverse(newestFirst);
        return new LinkedHashSet<>(newestFirst);
    }

    @Override
    public synchronized void forgetUnregistered(Collection<TopicName> topics) {
        Instant last = clock.instant().minus(Duration.ofMinutes(RECORD_MINUTES));
        topics.forEach(topic ->
                unregistered.computeIfPresent(topic, (name, recorded) -> recorded.isAfter(last) ? recorded : null));
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
