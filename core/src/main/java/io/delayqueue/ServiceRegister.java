package io.delayqueue;

import java.util.Map;
import java.util.Set;

/**
 * Which groups and topics there are. The register is kept in the store, so it outlives every instance, and every instance
 * sees a change within a second.
 *
 * <p>An instance consumes a registered topic if it has a callback for it, or if it allows callback classes that travel
 * with their tasks. Topics of callbacks and listeners register themselves when the engine starts, and again within some ten seconds
 * if the store loses them while it runs. What was removed here stays removed until it is registered again, here or by the start of an
 * engine; the store remembers the newest 10,000 removals.
 */
public interface ServiceRegister {

    /**
     * Registers a group, without topics if it is new.
     *
     * @param group the group's name
     * @return whether the register changed: false if the group was there already
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean registerGroup(String group);

    /**
     * Registers a topic, and its group with it.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether the register changed: false if the topic was there already
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean registerTopic(String group, String topic);

    /**
     * Asks the store for the whole register, in one call.
     *
     * @return every registered group with its topics, which can be none; both in the order of the names, unmodifiable
     * @throws TaskStoreException if the store does not answer
     */
    Map<String, Set<String>> topics();

    /**
     * Asks the store whether a group is registered.
     *
     * @param group the group's name
     * @return whether it is
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    boolean isGroupRegistered(String group);

    /**
     * Asks the store whether a topic is registered.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether it is
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    boolean isTopicRegistered(String group, String topic);

    /**
     * Takes a group with all its topics off the register: no instance consumes it any more. Its tasks stay in the store,
     * and go on when it is registered again. The removal is remembered even if the group was not there.
     *
     * @param group the group's name
     * @return whether the register changed: false if the group was not there
     * @throws InvalidTaskException if the name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean cancelGroup(String group);

    /**
     * Takes a topic off the register: no instance consumes it any more. Its tasks stay in the store, and go on when it is
     * registered again. The removal is remembered even if the topic was not there.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return whether the register changed: false if the topic was not there
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not confirm it
     */
    boolean cancelTopic(String group, String topic);
}
