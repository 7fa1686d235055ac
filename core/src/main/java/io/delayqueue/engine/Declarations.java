package io.delayqueue.engine;

import io.delayqueue.TopicName;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The groups and topics this instance was told of, by its configuration or through its service register. */
final class Declarations {

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> topics = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> pulled = ConcurrentHashMap.newKeySet();

    void add(String group) {
        groups.add(group);
    }

    void add(TopicName topic) {
        topics.add(topic);
        groups.add(topic.group());
    }

    /** A topic that is pulled here: worked for and registered like the others, but never consumed. */
    void pull(TopicName topic) {
        pulled.add(topic);
        add(topic);
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
