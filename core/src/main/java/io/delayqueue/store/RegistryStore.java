package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The register of groups and topics. Each change is one atomic step and is announced to every {@link WakeUps} listener.
 * Throws as {@link TaskStore} does. Thread-safe.
 */
public interface RegistryStore {

    /** {@return every group with its topics} */
    Register load();

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
     * Removes a group with all its topics.
     *
     * @param group the group
     * @return whether it was there
     */
    boolean cancelGroup(String group);

    /**
     * Removes a topic; its group stays.
     *
     * @param topic the topic
     * @return whether it was there
     */
    boolean cancelTopic(TopicName topic);
}
