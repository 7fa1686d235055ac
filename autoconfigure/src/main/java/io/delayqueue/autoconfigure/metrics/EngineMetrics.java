package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Adds the meters to every engine after all beans have been created. */
final class EngineMetrics implements SmartInitializingSingleton {

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
        DepthGauges depth =
                new DepthGauges(registry, engine.name(), limit, properties.depthRefresh(), properties.dueWindows());
        EngineWork work = new EngineWork(engine, limit);
        Gauge.builder("delayqueue.topics.unregistered", engine, one -> one.status()
                        .unregistered()
                        .size())
                .description("Unregistered topics with tasks")
                .tags(TopicLabels.QUEUE, engine.name())
                .register(registry);
        WorkGauges gauges = new WorkGauges(registry, engine.name(), work);
        LimitGauges limits = new LimitGauges(registry, engine, limit, properties.maxTopics());
        extensions.addForecastListener(properties.depthRefresh(), properties.dueWindows(), (group, topics) -> {
            depth.forecast(group, topics);
            gauges.forecast(group, topics);
            work.consumed(group).forEach(tasks::expect);
            limits.forecast(group, topics);
        });
    }
}
