package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registry of groups and topics, and beside it the number of the data layout that the store's keys have. Each change is one atomic step, except a registration of more than a thousand topics, and is
 * published to every {@link WakeUps} listener. Records removed groups and topics, some thousands of them, until they are registered
 * again. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface RegistryStore {

    /** {@return every group with its topics, without names that are not valid} */
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
     * Registers a group and topics of it, even if they were removed before.
     *
     * @param group the group
     * @param topics the topics; may be empty
     * @return whether the group or a topic is new
     */
    boolean register(String group, Collection<String> topics);

    /**
     * Registers those that are neither registered nor recorded as removed. Keeps the recorded removals, and registers no topic of a removed
     * group.
     *
     * @param group the group
     * @param topics the topics; may be empty
     * @return whether anything was registered
     */
    boolean restore(String group, Collection<String> topics);

    /**
     * Removes a topic, whose group stays, or a group with all its topics, and records the removal, even if it was not registered. What was
     * registered counts as {@linkplain #unregistered unregistered} then.
     *
     * @param group the group
     * @param topic the topic's name; null for the group
     * @return whether it was registered
     */
    boolean unregister(String group, @Nullable String topic);

    /**
     * Removes a topic, or a group with all its topics, that is no longer used, and does not record the removal: an instance that declares
     * it, such as a consumer that started meanwhile, {@linkplain #restore restores} it. What was registered counts as {@linkplain
     * #unregistered unregistered} then.
     *
     * @param group the group
     * @param topic the topic's name; null for the group
     * @return whether it was registered
     */
    boolean unregisterUnused(String group, @Nullable String topic);

    /**
     * Records that a declared task of a group was brought to the store. Its removal keeps the record, so the record is missing only if the
     * store has lost data.
     *
     * @param group the group
     * @param id the task's id
     */
    void recordDeclared(String group, String id);

    /**
     * Returns the tasks of which no declaration is recorded.
     *
     * @param group the group
     * @param ids the tasks' ids; not empty
     * @return those without a record
     */
    Set<String> undeclared(String group, List<String> ids);

    /** Maximum number of topics that the store knows to be unregistered: those recorded last. */
    int MAX_UNREGISTERED = 1_000;

    /** Maximum number of topics of a removed group that are recorded: the others are found with their group. */
    int MAX_OF_GROUP = 100;

    /**
     * Records topics to which tasks were added and that are not registered.
     *
     * @param topics the topics; not empty
     */
    void recordUnregistered(Collection<TopicName> topics);

    /**
     * {@return the topics that were recorded as unregistered, or removed, and not registered since, the newest record first; they may have
     * no tasks}
     */
    Set<TopicName> unregistered();

    /**
     * Forgets records of unregistered topics.
     *
     * @param topics the topics; not empty
     */
    void forgetUnregistered(Collection<TopicName> topics);

    /** The newest data layout that this version reads. */
    int READS_LAYOUT = 1;

    /** The data layout that this version writes. */
    int WRITES_LAYOUT = 1;

    /**
     * Reads the number of the layout. Unless overridden, the store is one which no other version has written.
     *
     * @param otherwise the number to write if there is none, at least 1; null to write nothing
     * @return the number that is there then; 0 if none is there
     * @throws io.delayqueue.TaskStoreRefusalException if the store accepts no writes and there is one to make, also if there is a number
     */
    default int layout(@Nullable Integer otherwise) {
        return WRITES_LAYOUT;
    }

    /**
     * Searches a group for a key that this version does not write: of a build before layout 1, or of a layout that it does not
     * read. Answers for the group, also if the number of the layout was lost.
     *
     * @param group the group
     * @return the name of the key; null if there is none
     */
    default @Nullable String unreadableKey(String group) {
        return null;
    }
}
