package io.delayqueue.engine;

import io.delayqueue.NotPullableException;
import io.delayqueue.TopicName;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The groups and topics this instance was told of, by its configuration or through its service register, or to leave alone. */
final class Declarations {

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> topics = ConcurrentHashMap.newKeySet();

    private final Set<String> disabled;

    private volatile Set<TopicName> consumed = Set.of();

    private final Set<TopicName> pulled = ConcurrentHashMap.newKeySet();

    /**
     * Creates declarations with nothing in them.
     *
     * @param disabled groups that are left alone, whatever else is said of them
     */
    Declarations(Set<String> disabled) {
        this.disabled = Set.copyOf(disabled);
    }

    /**
     * What an engine is told of when it is built.
     *
     * @throws IllegalStateException if something is said of a group that is disabled
     */
    static Declarations of(DelayQueueEngineBuilder builder) {
        Declarations declarations = new Declarations(builder.disabledGroups);
        builder.groups.forEach(declarations::add);
        builder.topics.forEach(declarations::add);
        declarations.groups().forEach(declarations::requireEnabled);
        builder.callbacks.topics().forEach(topic -> declarations.requireEnabled(topic.group()));
        return declarations;
    }

    void add(String group) {
        groups.add(group);
    }

    void add(TopicName topic) {
        topics.add(topic);
        groups.add(topic.group());
    }

    /** The topics that have a callback here. */
    void consume(Set<TopicName> topics) {
        consumed = Set.copyOf(topics);
        topics.forEach(this::add);
    }

    /**
     * A topic that is pulled here: never consumed.
     *
     * @throws NotPullableException if it has a callback here, or its group is disabled here
     */
    void pull(TopicName topic) {
        if (consumed.contains(topic)) {
            throw new NotPullableException("The topic " + topic
                    + " has a callback in this engine, which gets its tasks: pull it from another");
        }
        if (isDisabled(topic.group())) {
            throw new NotPullableException(disabled(topic.group()));
        }
        pulled.add(topic);
    }

    void remove(String group) {
        groups.remove(group);
        topics.removeIf(topic -> topic.group().equals(group));
    }

    void remove(TopicName topic) {
        topics.remove(topic);
    }

    Set<String> groups() {
        return Set.copyOf(groups);
    }

    Set<TopicName> topics() {
        return Set.copyOf(topics);
    }

    boolean isDisabled(String group) {
        return disabled.contains(group);
    }

    /** Refuses to work for a group that is to be left alone. */
    void requireEnabled(String group) {
        if (isDisabled(group)) {
            throw new IllegalStateException(disabled(group));
        }
    }

    private static String disabled(String group) {
        return "The group " + group + " is disabled in this engine, which cannot work for it";
    }

    boolean contains(String group) {
        return groups.contains(group);
    }

    /** Whether tasks of the topic that bring no callback are for this instance's callbacks. */
    boolean contains(TopicName topic) {
        return topics.contains(topic) && !pulled.contains(topic);
    }

    /** Whether the topic has ever been pulled here. */
    boolean isPulled(TopicName topic) {
        return pulled.contains(topic);
    }
}
