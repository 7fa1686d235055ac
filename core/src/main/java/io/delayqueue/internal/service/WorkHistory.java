package io.delayqueue.internal.service;

import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.codec.WorkSums;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.InstanceStore.StoredWork;
import io.delayqueue.store.StoredJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Records the work of groups, and reads that of the last day. A part begins with the sums of the last record, which the store replaces
 * only if they are still the same: so any number of instances may record. Parts lie in a ring with a place for each interval of a day.
 */
final class WorkHistory {

    private static final long INTERVAL = PastWork.INTERVAL.toMillis();

    private static final long KEPT = PastWork.KEPT.toMillis();

    /** Number of places. */
    static final long PLACES = KEPT / INTERVAL;

    private WorkHistory() {}

    /** Records the work since the last record if that is due; false if it is not, or another instance has recorded at the same time. */
    static boolean record(InstanceStore store, String group) {
        StoredWork before = store.work(group, true);
        long now = before.heartbeats().storeTime();
        WorkSums last = read(before.sums(), WorkSums.class);
        long millis = last == null ? -1 : now - last.at();
        if (millis >= 0 && millis < INTERVAL) {
            return false;
        }
        WorkSums sums = WorkSums.of(now, HeartbeatReader.read(group, before.heartbeats()));
        // After a step back of the clock, or a day without records, there is no part: it would have no place.
        String place = Long.toString(now / INTERVAL % PLACES);
        Map<String, String> parts = last == null || millis < 0 || millis > KEPT
                ? Map.of()
                : Map.of(place, StoredJson.MAPPER.writeValueAsString(part(now, millis, sums.since(last))));
        return store.recordWork(group, before.sums(), StoredJson.MAPPER.writeValueAsString(sums), parts);
    }

    private static PastWork part(long until, long millis, InstanceCounters done) {
        LatenessHistogram lateness = done.lateness();
        return new PastWork(
                Instant.ofEpochMilli(until),
                Duration.ofMillis(millis),
                done.added(),
                done.finished(),
                done.retried(),
                done.dead(),
                done.removed(),
                lateness.percentile(50).orElse(null),
                lateness.percentile(99).orElse(null));
    }

    /** Reads the parts of a day up to the last record, the oldest first. */
    static List<PastWork> read(InstanceStore store, String group) {
        StoredWork work = store.work(group, false);
        WorkSums last = read(work.sums(), WorkSums.class);
        if (last == null) {
            return List.of();
        }
        Instant end = Instant.ofEpochMilli(last.at());
        return work.parts().values().stream()
                .map(part -> read(part, PastWork.class))
                .filter(Objects::nonNull)
                .filter(part -> !part.until().isAfter(end) && part.until().isAfter(end.minus(PastWork.KEPT)))
                .sorted(Comparator.comparing(PastWork::until))
                .toList();
    }

    /** Reads sums or a part; null if there are none, or a person has changed them. */
    private static <T> @Nullable T read(String json, Class<T> type) {
        try {
            return StoredJson.read(json, type);
        } catch (JacksonException e) {
            return null;
        }
    }
}
