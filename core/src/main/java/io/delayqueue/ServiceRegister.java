package io.delayqueue;

import java.util.Map;
import java.util.Set;

/**
 * Registers groups and topics. The registry is in the store: it outlives the instances, and each of them applies a change
 * within a second.
 *
 * <p>An instance consumes a registered topic if it has a callback for it, or if it allows callback classes carried by tasks.
 * Topics of callbacks and listeners register themselves when the engine starts, and again within some ten seconds if the store
 * loses them while it runs. A removed group or topic stays removed until it is registered again, here or by the start of an
 * engine; the store remembers the newest 10,000 removals.
 */
public interface ServiceRegister {

    /**
     * Registers a group, without topics if it is new.
     *
     * @param group the group's name
     * @return whether the registry changed: false if the group was registered before
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean registerGroup(String group);

    /**
     * Registers a topic, and its group with it.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether the registry changed: false if the topic was registered before
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean registerTopic(String group, String topic);

    /**
     * Returns the whole registry, in one call of the store.
     *
     * @return every registered group with its topics, which can be none; both in the order of the names, unmodifiable
     * @throws TaskStoreException if the store does not answer
     */
    Map<String, Set<String>> topics();

    /**
     * Returns whether a group is registered, in one call of the store.
     *
     * @param group the group's name
     * @return whether it is
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    boolean isGroupRegistered(String group);

    /**
     * Returns whether a topic is registered, in one call of the store.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether it is
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    boolean isTopicRegistered(String group, String topic);

    /**
     * Unregisters a group with all its topics: no instance consumes them any longer. Their tasks stay in the store, and run when
     * the group is registered again. The store remembers the removal even if the group was not registered.
     *
     * @param group the group's name
     * @return whether the registry changed: false if the group was not registered
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean cancelGroup(String group);

    /**
     * Unregisters a topic: no instance consumes it any longer. Its tasks stay in the store, and run when it is registered again.
     * The store remembers the removal even if the topic was not registered.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether the registry changed: false if the topic was not registered
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean cancelTopic(String group, String topic);

    /** Outcome of a request to unregister what is no longer used. */
    enum Unregistration {
        /** It was registered, had neither tasks nor consumers, and is unregistered. */
        UNREGISTERED,
        /** It was not registered. */
        NOT_REGISTERED,
        /** It has tasks, perhaps dead letters, and stays. */
        HAS_TASKS,
        /** An instance consumes it, or may consume it, and it stays. */
        HAS_CONSUMERS
    }

    /**
     * Unregisters a topic that is no longer used: one without tasks in any state that no instance consumes, by the heartbeats of the
     * last half minute. An instance that declares the topic all the same, such as a consumer that starts at the same moment, registers it
     * again, usually at once and within some ten seconds at most. A task that is added at the same moment stays as one of an unregistered
     * topic. Some calls of the store.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return the outcome
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    Unregistration cancelUnusedTopic(String group, String topic);

    /**
     * Unregisters a group that is no longer used, with all its topics, as {@link #cancelUnusedTopic} does.
     *
     * @param group the group's name
     * @return the outcome
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    Unregistration cancelUnusedGroup(String group);
}
