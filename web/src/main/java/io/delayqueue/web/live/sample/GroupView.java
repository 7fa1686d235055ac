package io.delayqueue.web.live.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Registered group at one time.
 *
 * @param name the group
 * @param topics its registered topics, by name
 * @param sample its instances; null until the first read
 */
public record GroupView(
        String name, List<TopicRow> topics, @Nullable GroupSample sample) {}
