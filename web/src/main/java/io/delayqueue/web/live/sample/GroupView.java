package io.delayqueue.web.live.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered group at one moment.
 *
 * @param name the group
 * @param topics its registered topics, by name
 * @param sample its instances; null until they were read
 */
public record GroupView(
        String name, List<TopicRow> topics, @Nullable GroupSample sample) {}
