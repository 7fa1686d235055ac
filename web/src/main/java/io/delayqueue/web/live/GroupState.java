package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.InstanceInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of a group. Belongs to its queue's state, which guards it. */
final class GroupState {

    final String name;

    final Age askedForInstances = new Age();

    final RateMeter rates = new RateMeter();

    private final SortedMap<String, TopicState> topics = new TreeMap<>();

    private @Nullable List<InstanceInfo> instances;

    GroupState(String name) {
        this.name = name;
    }

    Collection<TopicState> topics() {
        return topics.values();
    }

    TopicState topic(String topic) {
        return topics.computeIfAbsent(topic, missing -> new TopicState(new TopicName(name, missing)));
    }

    /** These are registered; what is neither registered nor kept is forgotten. */
    void registered(Set<String> registered, Set<TopicName> kept) {
        topics.values().removeIf(topic -> !registered.contains(topic.name.topic()) && !kept.contains(topic.name));
        topics.values().forEach(topic -> topic.setRegistered(false));
        registered.forEach(topic -> topic(topic).setRegistered(true));
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    void counted(List<TaskCounts> counts, Instant at) {
        // Of those that are still there.
        counts.forEach(count -> {
            TopicState topic = topics.get(count.topic().topic());
            if (topic != null) {
                topic.counted(count, at);
            }
        });
    }

    void told(List<InstanceInfo> told, long now) {
        instances = told;
        rates.accept(told, now);
    }

    /** {@return what the instances told; null until they were asked} */
    @Nullable
    List<InstanceInfo> instances() {
        return instances;
    }
}
