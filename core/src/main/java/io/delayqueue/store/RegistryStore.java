package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registry of groups and topics. Each change is one atomic step, but for a registration of more than a thousand topics, and is
 * published to every {@link WakeUps} listener. Records removed groups and topics, some thousands of them, until they are registered
 * again. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface RegistryStore {

    /** {@return every group with its topics} */
    Map<String, Set<String>> load();

    /**
     * Returns the topics of a group.
     *
     * @param group the group
     * @return its topics, or null if it is not registered
     */
    @Nullable
    Set<String> topics(String group);

    /**
     * Registers a group.
     *
     * @param group the group
     * @return whether it is new
     */
    boolean registerGroup(String group);

    /**
     * Registers topics, and their groups with them.
     *
     * @param topics the topics
     * @return whether at least one is new
     */
    boolean registerTopics(Collection<TopicName> topics);

    /**
     * Restores lost registrations: registers those groups and topics that are neither registered nor recorded as removed. Keeps the
     * recorded removals.
     *
     * @param lost groups, each with its topics
     * @return whether anything was registered
     */
    boolean restore(Map<String, Set<String>> lost);

    /**
     * Removes a group with all its topics, and records the removal, even if it was not registered.
     *
     * @param group the group
     * @return whether it was registered
     */
    boolean unregisterGroup(String group);

    /**
     * Removes a topic, and records the removal, even if it was not registered; its group stays.
     *
     * @param topic the topic
     * @return whether it was registered
     */
    boolean unregisterTopic(TopicName topic);
}
