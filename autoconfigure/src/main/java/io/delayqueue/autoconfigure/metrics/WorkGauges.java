package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.autoconfigure.metrics.EngineWork.Permits;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges of the work of an engine, read from its status. Rows are added and removed with its groups and topics. */
final class WorkGauges implements ForecastListener {

    private final EngineWork work;

    private final MultiGauge free;

    private final MultiGauge max;

    private final MultiGauge blocked;

    private final MultiGauge pusher;

    private Set<TopicLabels> topics = Set.of();

    private Set<TopicLabels> groups = Set.of();

    WorkGauges(MeterRegistry registry, String queue, EngineWork work) {
        this.work = work;
        this.free = MultiGauge.builder("delayqueue.permits.free")
                .description("How many more callbacks could run")
                .register(registry);
        this.max = MultiGauge.builder("delayqueue.permits.max")
                .description("How many callbacks may run at once")
                .register(registry);
        this.blocked = MultiGauge.builder("delayqueue.blocked")
                .description("For how long no callback has ended while none could begin")
                .baseUnit("seconds")
                .register(registry);
        this.pusher = MultiGauge.builder("delayqueue.pusher")
                .description("Whether it is this instance that makes the group's due tasks ready")
                .register(registry);
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
        if (!topics.equals(now.permits().keySet())) {
            topics = Set.copyOf(now.permits().keySet());
            free.register(permits(Permits::free));
            max.register(permits(Permits::max));
            blocked.register(permits(Permits::blockedSeconds));
        }
        if (!groups.equals(now.pushed().keySet())) {
            groups = Set.copyOf(now.pushed().keySet());
            pusher.register(pushed());
        }
    }

    private List<Row<?>> permits(ToDoubleFunction<Permits> value) {
        List<Row<?>> rows = new ArrayList<>();
        for (TopicLabels labels : topics) {
            rows.add(Row.of(labels.tags(), work, engine -> value(engine.now().permits(), labels, value)));
        }
        return rows;
    }

    private List<Row<?>> pushed() {
        List<Row<?>> rows = new ArrayList<>();
        for (TopicLabels labels : groups) {
            Tags tags = Tags.of(TopicLabels.QUEUE, labels.queue(), TopicLabels.GROUP, labels.group());
            rows.add(Row.of(tags, work, engine -> value(engine.now().pushed(), labels, Integer::doubleValue)));
        }
        return rows;
    }

    private static <T> double value(Map<TopicLabels, T> values, TopicLabels labels, ToDoubleFunction<T> value) {
        @Nullable T found = values.get(labels);
        return found == null ? Double.NaN : value.applyAsDouble(found);
    }
}
