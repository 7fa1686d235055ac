package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.LatenessHistogram;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A heartbeat as JSON. A later version may add fields, and values at the end of lists.
 *
 * @param at when the store received it, which puts it in front; in milliseconds since the epoch
 * @param draining true if the instance reserves no tasks of the group until it is undrained; null if not
 * @param layout the newest data layout that the instance reads, then the one that it writes
 * @param version the version of this library; null if it is not known
 * @param started when the engine was started, in milliseconds since the epoch
 * @param limits the limits that the instance declares in the group, and those of its topics, as texts; null if they do not fit, or there are none
 * @param schedules the ids of all repeating tasks that the instance declares in the group; null if they do not fit, or of an earlier version
 */
record Heartbeat(
        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        long at,

        @Nullable String host,
        long pid,
        long started,
        boolean pushing,
        @Nullable Boolean draining,
        int @Nullable [] layout,

        @Nullable String version,

        @Nullable List<String> schedules,

        @Nullable Map<String, String> limits,
        @Nullable Integer topicCount,
        @Nullable List<InstanceTopic> topics,
        @Nullable Counters counters,
        @Nullable Map<String, Counters> topicCounters) {

    /**
     * Counters as lists.
     *
     * @param counts tasks added, finished, retried, dead, removed
     * @param lateness buckets of the histogram, each followed by its count
     * @param durations number of ended attempts, then the sum of their durations in microseconds; null without attempts
     */
    record Counters(long @Nullable [] counts, long @Nullable [] lateness, long @Nullable [] durations) {

        private static final Duration MICROSECOND = Duration.of(1, ChronoUnit.MICROS);

        static Counters of(InstanceCounters all) {
            return new Counters(
                    new long[] {all.added(), all.finished(), all.retried(), all.dead(), all.removed()},
                    all.lateness().counts().entrySet().stream()
                            .flatMapToLong(bucket -> LongStream.of(bucket.getKey(), bucket.getValue()))
                            .toArray(),
                    durations(all.durations()));
        }

        static InstanceCounters read(@Nullable Counters all) {
            return all == null ? InstanceCounters.NONE : all.toCounters();
        }

        private InstanceCounters toCounters() {
            return new InstanceCounters(
                    count(0), count(1), count(2), count(3), count(4), histogram(), durations(durations));
        }

        private static long @Nullable [] durations(AttemptDurations all) {
            return all.attempts() == 0
                    ? null
                    : new long[] {all.attempts(), all.total().dividedBy(MICROSECOND)};
        }

        private static AttemptDurations durations(long @Nullable [] values) {
            return values == null || values.length < 2 || values[0] <= 0 || values[1] < 0
                    ? AttemptDurations.NONE
                    : new AttemptDurations(values[0], Duration.of(values[1], ChronoUnit.MICROS));
        }

        private long count(int place) {
            return counts == null || place >= counts.length ? 0 : counts[place];
        }

        private LatenessHistogram histogram() {
            SortedMap<Integer, Long> buckets = new TreeMap<>();
            for (int i = 0; lateness != null && i + 1 < lateness.length; i += 2) {
                if (lateness[i] >= 0 && lateness[i] < LatenessHistogram.buckets() && lateness[i + 1] > 0) {
                    buckets.put((int) lateness[i], lateness[i + 1]);
                }
            }
            return new LatenessHistogram(buckets);
        }
    }
}
