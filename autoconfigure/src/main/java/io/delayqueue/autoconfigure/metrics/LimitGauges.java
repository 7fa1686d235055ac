package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Gauges of the limits over all instances, as of the last count of a group. A group without limits is read at each tenth count only. */
final class LimitGauges implements ForecastListener {

    private static final int RARELY = 10;

    private final DelayQueueEngine engine;

    private final int max;

    private final MultiGauge running;

    private final MultiGauge waiting;

    private final MultiGauge concurrency;

    private final MultiGauge held;

    private final Map<String, Map<String, LimitInfo>> groups = new ConcurrentHashMap<>();

    /** Counts of a group since its limits were read. */
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * Creates the gauges.
     *
     * @param max maximum number of limits of a group that have gauges
     */
    LimitGauges(MeterRegistry registry, DelayQueueEngine engine, int max) {
        this.engine = engine;
        this.max = max;
        this.running = MultiGauge.builder("delayqueue.limit.running")
                .description("Leased tasks of the topics of a limit")
                .register(registry);
        this.waiting = MultiGauge.builder("delayqueue.limit.waiting")
                .description("Ready tasks of the topics of a limit")
                .register(registry);
        this.concurrency = MultiGauge.builder("delayqueue.limit.concurrency")
                .description("How many tasks of the topics of a limit may run at once")
                .register(registry);
        this.held = MultiGauge.builder("delayqueue.limit.held")
                .description("Whether a limit is held")
                .register(registry);
    }

    @Override
    public synchronized void forecast(String group, List<TopicForecast> topics) {
        if (topics.isEmpty()) {
            counts.remove(group);
            groups.remove(group);
        } else if (groups.containsKey(group) || counts.merge(group, 1, Integer::sum) % RARELY == 1) {
            read(group);
        } else {
            return;
        }
        register(running, LimitInfo::running);
        register(waiting, LimitInfo::waiting);
        register(concurrency, limit -> Objects.requireNonNullElse(limit.limit().concurrency(), Double.NaN)
                .doubleValue());
        register(held, limit -> limit.heldUntil() == null ? 0 : 1);
    }

    private void read(String group) {
        List<LimitInfo> limits = engine.inspector().limits(group);
        if (limits.isEmpty()) {
            groups.remove(group);
        } else {
            groups.put(
                    group,
                    limits.stream()
                            .limit(max)
                            .collect(Collectors.toMap(info -> info.limit().name(), Function.identity())));
        }
    }

    private void register(MultiGauge gauge, ToDoubleFunction<LimitInfo> value) {
        List<Row<?>> rows = new ArrayList<>();
        groups.forEach((group, limits) -> limits.forEach((name, limit) -> {
            if (!Double.isNaN(value.applyAsDouble(limit))) {
                rows.add(Row.of(tags(limit), () -> now(group, name, value)));
            }
        }));
        gauge.register(rows);
    }

    private double now(String group, String name, ToDoubleFunction<LimitInfo> value) {
        LimitInfo limit = groups.getOrDefault(group, Map.of()).get(name);
        return limit == null ? Double.NaN : value.applyAsDouble(limit);
    }

    private Tags tags(LimitInfo info) {
        return Tags.of(
                TopicLabels.QUEUE,
                engine.name(),
                TopicLabels.GROUP,
                info.limit().group(),
                "limit",
                info.limit().name());
    }
}
