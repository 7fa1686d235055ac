package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.core.instrument.MeterRegistry;

/** Adds the meters to an engine. */
final class EngineMetrics {

    /** Number of intervals for which a count is valid. */
    private static final int VALID = 3;

    private EngineMetrics() {}

    static void add(
            DelayQueueEngine engine, MeterRegistry registry, TopicLimit limit, DelayQueueMetricsProperties properties) {
        EngineExtensions extensions = engine.extensions();
        TaskMeters tasks = new TaskMeters(registry, engine.name(), limit);
        extensions.addObserver(tasks);
        long valid = VALID * properties.depthRefresh().toNanos();
        DepthGauges depth = new DepthGauges(engine.name(), limit, new QueueGauges(registry, valid));
        WorkGauges work = new WorkGauges(registry, engine, limit, tasks);
        LimitGauges limits = new LimitGauges(engine, limit, properties.maxTopics(), new QueueGauges(registry, valid));
        HistoryGauges histories = new HistoryGauges(engine, limit, new QueueGauges(registry, valid));
        extensions.addForecastListener(properties.depthRefresh(), properties.dueWindows(), (group, topics) -> {
            depth.forecast(group, topics);
            work.forecast(group, topics);
            limits.forecast(group, topics);
            histories.forecast(group, topics);
        });
    }
}
