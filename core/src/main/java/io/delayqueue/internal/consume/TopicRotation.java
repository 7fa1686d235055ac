package io.delayqueue.internal.consume;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Splits a group's topics into parts, which follow each other, so that a sweep is a short call with any number of topics. */
public final class TopicRotation {

    static final int MAX_TOPICS = 100;

    private int next;

    /** Returns the next part; all topics if they fit into one. */
    public List<String> next(Collection<String> all) {
        List<String> topics = List.copyOf(all);
        if (topics.size() <= MAX_TOPICS) {
            return topics;
        }
        int from = next % topics.size();
        next = (from + MAX_TOPICS) % topics.size();
        return IntStream.range(from, from + MAX_TOPICS)
                .mapToObj(index -> topics.get(index % topics.size()))
                .toList();
    }
}
