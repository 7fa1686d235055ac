package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.store.Register;
import io.delayqueue.store.RegistryStore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The register in memory. */
final class InMemoryRegistryStore implements RegistryStore {

    private final Messages messages;

    private final Map<String, Set<String>> groups = new LinkedHashMap<>();

    private @Nullable String epoch;

    InMemoryRegistryStore(Messages messages) {
        this.messages = messages;
    }

    @Override
    public synchronized Register load() {
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        groups.forEach((group, topics) -> copy.put(group, new LinkedHashSet<>(topics)));
        return new Register(epoch, copy);
    }

    @Override
    public synchronized @Nullable Set<String> topics(String group) {
        Set<String> topics = groups.get(group);
        return topics == null ? null : new LinkedHashSet<>(topics);
    }

    @Override
    public synchronized boolean registerGroup(String group) {
        begin();
        boolean isNew = groups.putIfAbsent(group, new LinkedHashSet<>()) == null;
        return announced(isNew);
    }

    @Override
    public synchronized boolean registerTopics(Collection<TopicName> topics) {
        if (topics.isEmpty()) {
            return false;
        }
        begin();
        boolean changed = false;
        for (TopicName topic : topics) {
            changed |= groups.computeIfAbsent(topic.group(), unknown -> new LinkedHashSet<>())
                    .add(topic.topic());
        }
        return announced(changed);
    }

    @Override
    public synchronized boolean cancelGroup(String group) {
        return announced(groups.remove(group) != null);
    }

    @Override
    public synchronized boolean cancelTopic(TopicName topic) {
        Set<String> topics = groups.get(topic.group());
        return announced(topics != null && topics.remove(topic.topic()));
    }

    private void begin() {
        if (epoch == null) {
            epoch = UUID.randomUUID().toString();
        }
    }

    private boolean announced(boolean changed) {
        if (changed) {
            messages.registryChanged();
        }
        return changed;
    }
}
