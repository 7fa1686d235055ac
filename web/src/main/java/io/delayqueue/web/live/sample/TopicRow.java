package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A topic at one moment.
 *
 * @param name the topic
 * @param registered whether it is in the registry
 * @param counts how many tasks it has; null until it was counted
 * @param countedAt when that was; null until then
 */
public record TopicRow(
        TopicName name,
        boolean registered,
        @Nullable TaskCounts counts,
        @Nullable Instant countedAt) {}
