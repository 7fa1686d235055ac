package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.autoconfigure.metrics.EngineWork.Permits;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gauges of the work of an engine, read from its status. Rows are added and removed with its groups and topics. */
final class WorkGauges implements ForecastListener {

    private final EngineWork work;

    private final TaggedGauge free;

    private final TaggedGauge max;

    private final TaggedGauge blocked;

    private final TaggedGauge pusher;

    WorkGauges(MeterRegistry registry, String queue, EngineWork work) {
        this.work = work;
        this.free = new TaggedGauge(registry, "delayqueue.permits.free", null, "How many more callbacks could run");
        this.max = new TaggedGauge(registry, "delayqueue.permits.max", null, "How many callbacks may run at once");
        this.blocked = new TaggedGauge(
                registry, "delayqueue.blocked", "seconds", "For how long no callback has ended while none could begin");
        this.pusher = new TaggedGauge(
                registry,
                "delayqueue.pusher",
                null,
                "Whether it is this instance that makes the group's due tasks ready");
        Gauge.builder("delayqueue.outage", work, engine -> engine.now().outageSeconds())
                .description("For how long the store has not answered")
                .baseUnit("seconds")
                .tags(TopicLabels.QUEUE, queue)
                .strongReference(true)
                .register(registry);
    }

    /** Adds and removes rows for the current groups and topics. */
    @Override
    public synchronized void forecast(String group, List<TopicForecast> counted) {
        EngineWork.Snapshot now = work.now(group, !counted.isEmpty());
        for (TopicLabels topic : now.permits().keySet()) {
            free.put(topic.tags(), () -> value(work.now().permits(), topic, Permits::free));
            max.put(topic.tags(), () -> value(work.now().permits(), topic, Permits::max));
            blocked.put(topic.tags(), () -> value(work.now().permits(), topic, Permits::blockedSeconds));
        }
        for (TopicLabels labels : now.pushed().keySet()) {
            pusher.put(
                    Tags.of(TopicLabels.QUEUE, labels.queue(), TopicLabels.GROUP, labels.group()),
                    () -> value(work.now().pushed(), labels, Integer::doubleValue));
        }
        Stream.of(free, max, blocked, pusher).forEach(TaggedGauge::publish);
    }

    private static <T> double value(Map<TopicLabels, T> values, TopicLabels labels, ToDoubleFunction<T> value) {
        @Nullable T found = values.get(labels);
        return found == null ? Double.NaN : value.applyAsDouble(found);
    }
}
