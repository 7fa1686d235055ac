package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.store.StoredJson;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A part of the work of a group, as a JSON array of its values. A later version may add values at the end.
 *
 * @param until the end, in milliseconds since the epoch
 * @param millis the length
 * @param p50 the median of the lateness in milliseconds; null without attempts
 * @param p99 the 99th percentile of the lateness in milliseconds; null without attempts
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record WorkPart(
        long until,
        long millis,
        long added,
        long finished,
        long retried,
        long dead,
        long removed,
        @Nullable Long p50,
        @Nullable Long p99) {

    private static final double MEDIAN = 50;

    private static final double HIGH = 99;

    public static WorkPart of(long until, long millis, InstanceCounters done) {
        return new WorkPart(
                until,
                millis,
                done.added(),
                done.finished(),
                done.retried(),
                done.dead(),
                done.removed(),
                percentile(done.lateness(), MEDIAN),
                percentile(done.lateness(), HIGH));
    }

    private static @Nullable Long percentile(LatenessHistogram lateness, double percent) {
        return lateness.percentile(percent).map(Duration::toMillis).orElse(null);
    }

    /** Reads a part; null if a person has changed it. */
    public static @Nullable WorkPart read(String json) {
        try {
            WorkPart part = StoredJson.read(json, WorkPart.class);
            return part.millis() > 0 ? part : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    public String toJson() {
        return StoredJson.MAPPER.writeValueAsString(this);
    }

    public PastWork toWork() {
        return new PastWork(
                Instant.ofEpochMilli(until),
                Duration.ofMillis(millis),
                added,
                finished,
                retried,
                dead,
                removed,
                p50 == null ? null : Duration.ofMillis(p50),
                p99 == null ? null : Duration.ofMillis(p99));
    }
}
