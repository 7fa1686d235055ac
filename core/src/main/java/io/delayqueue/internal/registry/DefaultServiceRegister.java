package io.delayqueue.internal.registry;

import io.delayqueue.ServiceRegister;
import io.delayqueue.TopicName;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Registers groups and topics in the store and for this instance.
 *
 * @param backend the store; throws once the engine is closed
 * @param localTopics receives the groups and topics registered here
 * @param changed called after each change made here, so that this instance applies it without waiting for a message
 */
public record DefaultServiceRegister(Supplier<Backend> backend, LocalTopics localTopics, Runnable changed)
        implements ServiceRegister {

    private RegistryStore store() {
        return backend.get().registry();
    }

    @Override
    public Map<String, Set<String>> topics() {
        Map<String, Set<String>> groups = new TreeMap<>();
        store().load()
                .forEach((group, topics) -> groups.put(group, Collections.unmodifiableSet(new TreeSet<>(topics))));
        return Collections.unmodifiableMap(groups);
    }

    @Override
    public boolean registerGroup(String group) {
        return change(store().register(TopicName.requireGroup(group), Set.of()), () -> localTopics.add(group));
    }

    @Override
    public boolean registerTopic(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        return change(store().register(group, Set.of(topic)), () -> localTopics.add(name));
    }

    /**
     * Declares a topic before its first pull here, so that this instance serves its group.
     *
     * @throws NotPullableException if the topic cannot be pulled here, or is not registered
     */
    public void pull(TopicName topic) {
        localTopics.requirePullable(topic);
        if (localTopics.isPulled(topic)) {
            return;
        }
        if (!isTopicRegistered(topic.group(), topic.topic())) {
            throw new NotPullableException("The topic " + topic + " is not registered: register it before it is pulled."
                    + NearestTopic.hint(topic, store().load()));
        }
        localTopics.pull(topic);
        changed.run();
    }

    @Override
    public boolean isGroupRegistered(String group) {
        return store().topics(TopicName.requireGroup(group)) != null;
    }

    @Override
    public boolean isTopicRegistered(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        Set<String> topics = store().topics(name.group());
        return topics != null && topics.contains(name.topic());
    }

    @Override
    public boolean cancelGroup(String group) {
        return change(store().unregister(TopicName.requireGroup(group), null), () -> localTopics.remove(group));
    }

    @Override
    public boolean cancelTopic(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        return change(store().unregister(group, topic), () -> localTopics.remove(name));
    }

    @Override
    public Unregistration cancelUnusedTopic(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        if (!isTopicRegistered(group, topic)) {
            return Unregistration.NOT_REGISTERED;
        }
        return unusedOr(group, topic, instance -> instance.mayConsume(topic), () -> localTopics.removeUnused(name));
    }

    @Override
    public Unregistration cancelUnusedGroup(String group) {
        if (!isGroupRegistered(group)) {
            return Unregistration.NOT_REGISTERED;
        }
        // Every instance moves the tasks of every registered group. One that pulls from it registers it again.
        return unusedOr(group, null, instance -> instance.topicCount() > 0, () -> localTopics.removeUnused(group));
    }

    private Unregistration unusedOr(
            String group, @Nullable String topic, Predicate<InstanceInfo> consumes, Runnable undeclare) {
        Backend open = backend.get();
        List<String> topics = topic == null ? List.of() : List.of(topic);
        if (open.topics().count(group, topics).stream().anyMatch(counts -> counts.total() > 0)) {
            return Unregistration.HAS_TASKS;
        }
        if (HeartbeatReader.read(group, open.instances().heartbeats(group)).stream()
                .anyMatch(instance -> !instance.gone() && consumes.test(instance))) {
            return Unregistration.HAS_CONSUMERS;
        }
        // First, because the store's message makes this instance restore what it declares.
        undeclare.run();
        boolean removed = open.registry().unregisterUnused(group, topic);
        changed.run();
        return removed ? Unregistration.UNREGISTERED : Unregistration.NOT_REGISTERED;
    }

    /** Applies a change of the store to this instance. */
    private boolean change(boolean result, Runnable local) {
        local.run();
        changed.run();
        return result;
    }
}
