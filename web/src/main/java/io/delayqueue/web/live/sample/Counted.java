package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import java.time.Instant;

/**
 * Counts of a topic at one time.
 *
 * @param counts the counts
 * @param at the time of the count
 */
record Counted(TaskCounts counts, Instant at) {}
