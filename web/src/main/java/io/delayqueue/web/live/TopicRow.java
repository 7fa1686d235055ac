package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A topic at one moment.
 *
 * @param name the topic
 * @param registered whether it is in the register
 * @param counts how many tasks it has; null until it was counted
 * @param countedAt when that was
 */
record TopicRow(
        TopicName name,
        boolean registered,
        @Nullable TaskCounts counts,
        @Nullable Instant countedAt) {}
