package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Gauges of the work of an engine. Its status is read once for all gauges of a scrape. Rows are added and removed with its groups and topics. */
final class WorkGauges implements ForecastListener {

    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(500);

    private final DelayQueueEngine engine;

    private final TopicLimit limit;

    private final TaskMeters tasks;

    private final QueueGauges gauges;

    private volatile Rows last;

    WorkGauges(MeterRegistry registry, DelayQueueEngine engine, TopicLimit limit, TaskMeters tasks) {
        this.engine = engine;
        this.limit = limit;
        this.tasks = tasks;
        this.last = read();
        this.gauges = new QueueGauges(registry, Long.MAX_VALUE);
        gauges.put(engine.name(), this::now);
    }

    /** Adds and removes rows for the current groups and topics. A group that is counted here exists. */
    @Override
    public void forecast(String group, List<TopicForecast> counted) {
        Tags tags = limit.group(engine.name(), group).groupTags();
        if (counted.isEmpty() || !now().of(QueueGauge.PUSHER).containsKey(tags)) {
            last = read();
        }
        gauges.put(engine.name(), this::now);
    }

    private Rows now() {
        Rows rows = last;
        if (rows.isOlderThan(FRESH)) {
            rows = read();
            last = rows;
        }
        return rows;
    }

    private Rows read() {
        EngineStatus status = engine.status();
        Rows rows = new Rows();
        Tags queue = Tags.of(TopicLabels.QUEUE, status.name());
        rows.add(QueueGauge.OUTAGE, queue, Rows.seconds(status.outage()));
        rows.add(QueueGauge.UNREGISTERED, queue, status.unregistered().size());
        for (GroupStatus group : status.groups()) {
            rows.add(
                    QueueGauge.PUSHER, limit.group(status.name(), group.group()).groupTags(), group.pushing() ? 1 : 0);
            for (TopicStatus topic : group.topics()) {
                Tags tags = limit.topic(
                                status.name(), group.group(), topic.name().topic())
                        .tags();
                rows.add(QueueGauge.FREE, tags, topic.free());
                rows.add(QueueGauge.MAX, tags, topic.concurrency());
                rows.add(QueueGauge.BLOCKED, tags, Rows.seconds(topic.blocked()));
                tasks.expect(topic.name());
            }
        }
        return rows;
    }
}
