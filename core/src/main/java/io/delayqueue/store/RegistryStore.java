package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registry of groups and topics. Each change is one atomic step, but for a registration of more than a thousand topics, and is
 * announced to every {@link WakeUps} listener. Remembers which groups and topics were removed on purpose, some thousands of them,
 * until they are registered again. Throws as {@link TaskStore} does. Thread-safe.
 */
public interface RegistryStore {

    /** {@return every group with its topics} */
    Map<String, Set<String>> load();

    /**
     * Asks for one group.
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
     * Registers again what the store has lost: of these groups and topics those that are not registered, and were not removed on
     * purpose. Forgets no removal.
     *
     * @param lost groups, each with its topics
     * @return whether anything was registered
     */
    boolean restore(Map<String, Set<String>> lost);

    /**
     * Removes a group with all its topics, and remembers it, even if it was not there.
     *
     * @param group the group
     * @return whether it was there
     */
    boolean unregisterGroup(String group);

    /**
     * Removes a topic, and remembers it, even if it was not there; its group stays.
     *
     * @param topic the topic
     * @return whether it was there
     */
    boolean unregisterTopic(TopicName topic);
}
