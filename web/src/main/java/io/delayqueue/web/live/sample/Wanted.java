package io.delayqueue.web.live.sample;

import io.delayqueue.TopicName;
import java.util.HashSet;
import java.util.Set;

/**
 * Data that open pages show.
 *
 * @param all whether a page shows all groups
 * @param topics the topics that have a page of their own
 */
public record Wanted(boolean all, Set<TopicName> topics) {

    static final Wanted NOTHING = new Wanted(false, Set.of());

    /** Returns the data of this page and another. */
    public Wanted and(Wanted other) {
        Set<TopicName> both = new HashSet<>(topics);
        both.addAll(other.topics);
        return new Wanted(all || other.all, both);
    }

    /** Returns whether a sample of this data is enough for another page. */
    boolean covers(Wanted other) {
        return (all || !other.all) && topics.containsAll(other.topics);
    }
}
