package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the last count in an engine's groups. A scrape does not call the store, and returns NaN if the last count is too
 * old. Rows are added and removed with groups and topics.
 */
final class DepthGauges implements ForecastListener {

    /** Number of intervals for which a count is valid. */
    private static final int VALID = 3;

    private final String queue;

    private final TopicLimit limit;

    private final long validNanos;

    private final MultiGauge tasks;

    private final MultiGauge overdue;

    private final MultiGauge paused;

    private final MultiGauge behind;

    private final MultiGauge due;

    private final List<Duration> windows;

    private final Map<String, Map<TopicLabels, Depth>> groups = new HashMap<>();

    private Set<TopicLabels> rows = Set.of();

    /** Counts of all groups by the tags of the gauges. */
    private volatile Map<TopicLabels, Depth> depths = Map.of();

    DepthGauges(MeterRegistry registry, String queue, TopicLimit limit, Duration refresh, List<Duration> windows) {
        this.queue = queue;
        this.limit = limit;
        this.validNanos = VALID * refresh.toNanos();
        this.windows = windows;
        this.tasks = MultiGauge.builder("delayqueue.tasks")
                .description("Tasks by state")
                .baseUnit("tasks")
                .register(registry);
        this.overdue = MultiGauge.builder("delayqueue.overdue")
                .description("For how long the oldest ready task has been due")
                .baseUnit("seconds")
                .register(registry);
        this.paused = MultiGauge.builder("delayqueue.paused")
                .description("Whether the topic is paused")
                .register(registry);
        this.behind = MultiGauge.builder("delayqueue.tasks.behind")
                .description("Ready tasks that wait for another one of their key")
                .register(registry);
        this.due = MultiGauge.builder("delayqueue.tasks.due")
                .description("Delayed tasks that fall due within a window from now")
                .register(registry);
    }

    @Override
    public synchronized void forecast(String group, List<TopicForecast> topics) {
        long now = System.nanoTime();
        Map<TopicLabels, Depth> counted = new HashMap<>();
        for (TopicForecast topic : topics) {
            TopicLabels labels =
                    limit.topic(queue, group, topic.counts().topic().topic());
            counted.merge(labels, Depth.of(topic, now), Depth::plus);
        }
        if (topics.isEmpty()) {
            groups.remove(group);
        } else {
            groups.put(group, counted);
        }
        Map<TopicLabels, Depth> all = new HashMap<>();
        groups.values().forEach(ofGroup -> ofGroup.forEach((labels, depth) -> all.merge(labels, depth, Depth::plus)));
        depths = all;
        if (!rows.equals(all.keySet())) {
            rows = Set.copyOf(all.keySet());
            register();
        }
    }

    private void register() {
        List<Row<?>> byState = new ArrayList<>();
        List<Row<?>> ages = new ArrayList<>();
        List<Row<?>> pauses = new ArrayList<>();
        List<Row<?>> behindKeys = new ArrayList<>();
        List<Row<?>> byWindow = new ArrayList<>();
        for (TopicLabels labels : rows) {
            Tags tags = labels.tags();
            for (TaskState state : TaskState.values()) {
                Tags ofState = tags.and("state", state.name().toLowerCase(Locale.ROOT));
                byState.add(Row.of(ofState, this, gauges -> gauges.value(labels, depth -> depth.in(state))));
            }
            ages.add(Row.of(tags, this, gauges -> gauges.value(labels, Depth::overdueSeconds)));
            pauses.add(Row.of(tags, this, gauges -> gauges.value(labels, Depth::paused)));
            behindKeys.add(Row.of(tags, this, gauges -> gauges.value(labels, Depth::behind)));
            for (int i = 0; i < windows.size(); i++) {
                int window = i;
                byWindow.add(Row.of(
                        tags.and("window", Windows.label(windows.get(window))),
                        this,
                        gauges -> gauges.value(labels, depth -> depth.due().get(window))));
            }
        }
        tasks.register(byState);
        overdue.register(ages);
        paused.register(pauses);
        behind.register(behindKeys);
        due.register(byWindow);
    }

    private double value(TopicLabels labels, ToDoubleFunction<Depth> value) {
        @Nullable Depth depth = depths.get(labels);
        return depth == null || System.nanoTime() - depth.countedAt() > validNanos
                ? Double.NaN
                : value.applyAsDouble(depth);
    }
}
