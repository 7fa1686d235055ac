package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import java.time.Instant;

/**
 * The counts of a topic at one moment.
 *
 * @param counts how many tasks it has
 * @param at when that was
 */
record Counted(TaskCounts counts, Instant at) {}
