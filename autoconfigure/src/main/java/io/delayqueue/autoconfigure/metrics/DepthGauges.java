package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskState;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

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

    private final TaggedGauge tasks;

    private final TaggedGauge overdue;

    private final TaggedGauge paused;

    private final TaggedGauge behind;

    private final TaggedGauge due;

    private final List<Duration> windows;

    private final Map<String, Map<TopicLabels, Depth>> groups = new HashMap<>();

    DepthGauges(MeterRegistry registry, String queue, TopicLimit limit, Duration refresh, List<Duration> windows) {
        this.queue = queue;
        this.limit = limit;
        this.validNanos = VALID * refresh.toNanos();
        this.windows = windows;
        this.tasks = new TaggedGauge(registry, "delayqueue.tasks", "tasks", "Tasks by state");
        this.overdue = new TaggedGauge(
                registry, "delayqueue.overdue", "seconds", "For how long the oldest ready task has been due");
        this.paused = new TaggedGauge(registry, "delayqueue.paused", null, "Whether the topic is paused");
        this.behind = new TaggedGauge(
                registry, "delayqueue.tasks.behind", null, "Ready tasks that wait for another one of their key");
        this.due = new TaggedGauge(
                registry, "delayqueue.tasks.due", null, "Delayed tasks that fall due within a window from now");
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
        groups.compute(group, (name, last) -> topics.isEmpty() ? null : counted);
        Map<TopicLabels, Depth> all = new HashMap<>();
        groups.values().forEach(ofGroup -> ofGroup.forEach((labels, depth) -> all.merge(labels, depth, Depth::plus)));
        all.forEach(this::put);
        Stream.of(tasks, overdue, paused, behind, due).forEach(TaggedGauge::publish);
    }

    private void put(TopicLabels labels, Depth depth) {
        Tags tags = labels.tags();
        for (TaskState state : TaskState.values()) {
            tasks.put(tags.and("state", state.name().toLowerCase(Locale.ROOT)), valid(depth, depth.in(state)));
        }
        overdue.put(tags, valid(depth, depth.overdueSeconds()));
        paused.put(tags, valid(depth, depth.paused()));
        behind.put(tags, valid(depth, depth.behind()));
        for (int i = 0; i < windows.size(); i++) {
            due.put(
                    tags.and("window", Windows.label(windows.get(i))),
                    valid(depth, depth.due().get(i)));
        }
    }

    private DoubleSupplier valid(Depth depth, double value) {
        return () -> System.nanoTime() - depth.countedAt() > validNanos ? Double.NaN : value;
    }
}
