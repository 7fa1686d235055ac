package io.delayqueue.web.live.sample;

import io.delayqueue.TopicName;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicForecast;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a queue's store to one round of calls.
 *
 * @param wanted the data for which the calls were made
 * @param registered the registered topics by group; null before the first answer
 * @param groups all groups that are registered or have tasks, by name; null if no page shows all groups, or before the first answer
 * @param counts the counts of topics
 * @param instances the instances of groups
 * @param causes why the ready tasks of topics with a page of their own wait
 * @param limits the limits of these topics
 * @param time the time of the last count by the store's clock; null before the first count
 * @param timeReadAt the time of that answer by {@link System#nanoTime}
 * @param refusal the message of the first refused call of the round; null if there is none
 */
public record Sample(
        Wanted wanted,
        @Nullable Map<String, Set<String>> registered,
        @Nullable SortedMap<String, GroupView> groups,
        Map<TopicName, TopicForecast> counts,
        Map<String, GroupSample> instances,
        Map<TopicName, TaskWait> causes,
        Map<TopicName, List<LimitInfo>> limits,
        @Nullable Instant time,
        long timeReadAt,
        @Nullable String refusal) {

    static final Sample NONE =
            new Sample(Wanted.NOTHING, null, null, Map.of(), Map.of(), Map.of(), Map.of(), null, 0, null);

    /**
     * Returns whether a page has its data here.
     *
     * @param page the data of the page
     * @return whether the registry is known, and the round was for this data
     */
    public boolean isFor(Wanted page) {
        return registered != null && wanted.covers(page) && counts.keySet().containsAll(page.topics());
    }

    /**
     * Returns a topic, registered or not.
     *
     * @param topic the topic
     * @return the topic with its counts
     */
    public TopicRow topic(TopicName topic) {
        return new TopicRow(
                topic,
                registered != null
                        && registered.getOrDefault(topic.group(), Set.of()).contains(topic.topic()),
                counts.get(topic));
    }

    /** {@return the current time by the store's clock; null if it is not known yet} */
    public @Nullable Instant storeTime() {
        return time == null ? null : time.plusNanos(System.nanoTime() - timeReadAt);
    }
}
