package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Status of an engine by the labels of meters. Read once for all gauges of a scrape. */
final class EngineWork {

    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(500);

    private final DelayQueueEngine engine;

    private final TopicLimit limit;

    private volatile Snapshot last;

    /** Number of concurrent callbacks, free slots, and the time for which no slot was free and no callback has ended. */
    record Permits(int max, int free, double blockedSeconds) {

        static Permits of(TopicStatus topic) {
            return new Permits(topic.concurrency(), topic.free(), seconds(topic.blocked()));
        }

        Permits plus(Permits other) {
            return new Permits(max + other.max, free + other.free, Math.max(blockedSeconds, other.blockedSeconds));
        }
    }

    /**
     * Status of an engine.
     *
     * @param consumed the topics with callbacks in the engine, by group
     * @param pushed the number of groups that are pushed here: 0 or 1, more for groups that share their meters
     */
    record Snapshot(
            long takenAt,
            double outageSeconds,
            Map<String, List<TopicName>> consumed,
            Map<TopicLabels, Permits> permits,
            Map<TopicLabels, Integer> pushed) {}

    EngineWork(DelayQueueEngine engine, TopicLimit limit) {
        this.engine = engine;
        this.limit = limit;
        this.last = take();
    }

    /** Returns the last status, or reads another if it is too old. */
    Snapshot now() {
        Snapshot snapshot = last;
        return System.nanoTime() - snapshot.takenAt() > FRESH ? look() : snapshot;
    }

    /** Reads the status if a group was added or removed since; a group that is counted here exists. */
    Snapshot now(String group, boolean counted) {
        Snapshot snapshot = now();
        return counted && snapshot.pushed().containsKey(limit.group(engine.name(), group)) ? snapshot : look();
    }

    /** Topics of a group with callbacks in the engine. */
    List<TopicName> consumed(String group) {
        return now().consumed().getOrDefault(group, List.of());
    }

    private Snapshot look() {
        Snapshot snapshot = take();
        last = snapshot;
        return snapshot;
    }

    private Snapshot take() {
        EngineStatus status = engine.status();
        Map<String, List<TopicName>> consumed = new HashMap<>();
        Map<TopicLabels, Permits> permits = new HashMap<>();
        Map<TopicLabels, Integer> pushed = new HashMap<>();
        for (GroupStatus group : status.groups()) {
            consumed.put(
                    group.group(),
                    group.topics().stream().map(TopicStatus::name).toList());
            for (TopicStatus topic : group.topics()) {
                TopicLabels labels =
                        limit.topic(status.name(), group.group(), topic.name().topic());
                permits.merge(labels, Permits.of(topic), Permits::plus);
            }
            pushed.merge(limit.group(status.name(), group.group()), group.pushing() ? 1 : 0, Integer::sum);
        }
        return new Snapshot(System.nanoTime(), seconds(status.outage()), consumed, permits, pushed);
    }

    private static double seconds(@Nullable Duration length) {
        return length == null ? 0 : length.toMillis() / 1_000.0;
    }
}
