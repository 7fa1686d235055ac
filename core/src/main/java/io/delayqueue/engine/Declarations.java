package io.delayqueue.engine;

import io.delayqueue.TopicName;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The groups and topics this instance was told of, by its configuration or through its service register. */
final class Declarations {

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> topics = ConcurrentHashMap.newKeySet();

    void add(String group) {
        groups.add(group);
    }

    void add(TopicName topic) {
        topics.add(topic);
        groups.add(topic.group());
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

    boolean contains(TopicName topic) {
        return topics.contains(topic);
    }
}
