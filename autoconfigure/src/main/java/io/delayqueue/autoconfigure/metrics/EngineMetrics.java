package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Adds the meters to every engine after all beans have been created. */
final class EngineMetrics implements SmartInitializingSingleton {

    /** Number of intervals for which a count is valid. */
    private static final int VALID = 3;

    private final ObjectProvider<DelayQueueEngine> engines;

    private final MeterRegistry registry;

    private final TopicLimit limit;

    private final DelayQueueMetricsProperties properties;

    EngineMetrics(
            ObjectProvider<DelayQueueEngine> engines,
            MeterRegistry registry,
            TopicLimit limit,
            DelayQueueMetricsProperties properties) {
        this.engines = engines;
        this.registry = registry;
        this.limit = limit;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        engines.stream(ObjectProvider.UNFILTERED).forEach(this::measure);
    }

    private void measure(DelayQueueEngine engine) {
        EngineExtensions extensions = engine.extensions();
        TaskMeters tasks = new TaskMeters(registry, engine.name(), limit);
        extensions.addObserver(tasks);
        DepthGauges depth = new DepthGauges(engine.name(), limit, counted());
        WorkGauges work = new WorkGauges(registry, engine, limit, tasks);
        LimitGauges limits = new LimitGauges(engine, limit, properties.maxTopics(), counted());
        extensions.addForecastListener(properties.depthRefresh(), properties.dueWindows(), (group, topics) -> {
            depth.forecast(group, topics);
            work.forecast(group, topics);
            limits.forecast(group, topics);
        });
    }

    private QueueGauges counted() {
        return new QueueGauges(registry, VALID * properties.depthRefresh().toNanos());
    }
}
