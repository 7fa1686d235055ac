package io.delayqueue.web.live.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Group at one time.
 *
 * @param name the group
 * @param registered whether it is in the registry; others have tasks
 * @param topics its registered topics, by name, then others that have tasks
 * @param sample its instances; null if the store has refused to return them
 */
public record GroupView(
        String name,
        boolean registered,
        List<TopicRow> topics,
        @Nullable GroupSample sample) {}
