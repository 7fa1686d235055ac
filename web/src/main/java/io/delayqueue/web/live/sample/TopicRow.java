package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Topic at one time.
 *
 * @param name the topic
 * @param registered whether it is in the registry
 * @param counts the counts; null before the first count
 * @param countedAt the time of the count; null before the first
 */
public record TopicRow(
        TopicName name,
        boolean registered,
        @Nullable TaskCounts counts,
        @Nullable Instant countedAt) {}
