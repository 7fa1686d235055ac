package io.delayqueue.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Instance, which is one engine, that serves a group, or has added to it or removed from it within the last minute, as of its
 * last heartbeat. It sends a heartbeat every 2 seconds after a change, else every 10, and at once when it is drained or undrained. All times are
 * the store's.
 *
 * @param group the group
 * @param instance its name in leases, unique among instances; another one after a restart
 * @param host the host name of its machine
 * @param pid its process id
 * @param version the version of this library; null if it is of a version that reports none, or does not run from its jar
 * @param startedAt the start of its engine
 * @param seenAt its last heartbeat
 * @param gone whether its last heartbeat is {@link #SILENCE} old or older: it was killed, it hangs, or it does not reach the store.
 *     An instance that was stopped is not listed
 * @param pushing whether it makes the group's due tasks ready
 * @param draining whether it reserves no tasks of the group until it is undrained or restarted
 * @param readsLayout the newest data layout that it reads; 0 if it is of a version that reports none
 * @param schedules the ids of the repeating tasks that it {@linkplain io.delayqueue.TaskSchedule declares} in the group; null if they are not
 *     known, because they are some hundred or it is of a version that reports none
 * @param topicCount number of the group's topics that it consumes; 0 if it only adds, pulls or pushes
 * @param topics the topics it consumes, by name; if there are more than 200, or their names are long, the busiest ones
 * @param settings the options with which it runs tasks of these topics, by topic and by the name of the option in {@code TopicOptions}, as values
 *     of JSON: texts, numbers, lists and maps. An option that is not set is missing; so are topics if an instance has topics with options of some
 *     dozen kinds, and all of a version that reports none
 * @param counters its counters for the group since its start
 * @param topicCounters the same by topic, for at most 50 recently busy topics, including those that are only added to or pulled
 *     here. A topic that is missing once is still counted
 */
public record InstanceInfo(
        String group,
        String instance,
        String host,
        long pid,
        @Nullable String version,
        Instant startedAt,
        Instant seenAt,
        boolean gone,
        boolean pushing,
        boolean draining,
        int readsLayout,
        @Nullable Set<String> schedules,
        int topicCount,
        List<InstanceTopic> topics,
        Map<String, Map<String, Object>> settings,
        InstanceCounters counters,
        Map<String, InstanceCounters> topicCounters) {

    /** Time without a heartbeat after which an instance is considered gone. */
    public static final Duration SILENCE = Duration.ofSeconds(30);

    /** Copies the collections. */
    public InstanceInfo {
        schedules = schedules == null ? null : Set.copyOf(schedules);
        topics = List.copyOf(topics);
        settings = Map.copyOf(settings);
        topicCounters = Map.copyOf(topicCounters);
    }

    /** {@return whether it lists each topic that it consumes} */
    public boolean listsAllTopics() {
        return topicCount <= topics.size();
    }

    /**
     * Returns whether it may consume a topic.
     *
     * @param topic the topic's name
     * @return whether it lists the topic, or does not list all of its topics
     */
    public boolean mayConsume(String topic) {
        return !listsAllTopics() || lists(topic);
    }

    boolean lists(String topic) {
        return topics.stream().anyMatch(consumed -> consumed.topic().equals(topic));
    }
}
