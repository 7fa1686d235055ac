package io.delayqueue.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An instance, which is one engine, that works for a group, or has added to it or removed from it within the last minute, as it told
 * last. While it runs it tells every 2 seconds if something has changed, else every 10. All times are the store's.
 *
 * @param group the group
 * @param instance its name in leases, unique among instances; an application that is started again has another
 * @param host the name of the machine it runs on, as that knows itself
 * @param pid the number of its process there
 * @param startedAt when its engine was started
 * @param seenAt when it told last
 * @param gone whether it has not been seen for {@link #SILENCE} or longer: it was killed, it hangs, or it does not reach the store. One
 *     that stops in order is not listed any more
 * @param pushing whether it is the instance that makes the group's due tasks ready
 * @param topicCount how many of the group's topics it consumes; none if it only adds, pulls or pushes
 * @param topics the topics it consumes, by name; if there are more than 200, or their names are long, those with most tasks at hand
 * @param counters what it has done for the group since its start
 * @param topicCounters the same by topic, of at most 50 topics of those that had most to do lately; also of those that are only added
 *     to or pulled here. A topic that is left out once is counted on all the same
 */
public record InstanceInfo(
        String group,
        String instance,
        String host,
        long pid,
        Instant startedAt,
        Instant seenAt,
        boolean gone,
        boolean pushing,
        int topicCount,
        List<InstanceTopic> topics,
        InstanceCounters counters,
        Map<String, InstanceCounters> topicCounters) {

    /** How long an instance has to be silent to be held for gone. */
    public static final Duration SILENCE = Duration.ofSeconds(30);

    /**
     * Copies what can change.
     */
    public InstanceInfo {
        topics = List.copyOf(topics);
        topicCounters = Map.copyOf(topicCounters);
    }
}
