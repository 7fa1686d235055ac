package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.Task;
import io.delayqueue.log.LogText;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code delayqueue.metrics}.
 *
 * @param enabled Whether the queue has meters, if Micrometer is present.
 * @param depthRefresh The time between two counts of the tasks, for the gauges of depth. At least 100 ms.
 * @param dueWindows The windows of the gauges of the tasks that fall due, from now on. From 1 to 10, each from 1 ms to
 *     36,500 days.
 * @param percentiles The percentiles of lateness, waits for keys, adds and executions that this instance computes, from 0 to 1. The
 *     properties of management.metrics.distribution take precedence.
 * @param maxTopics How many topics have meters of their own. Further ones are counted together under the topic "other".
 */
@ConfigurationProperties(DelayQueueMetricsProperties.PREFIX)
public record DelayQueueMetricsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("15s") Duration depthRefresh,
        @DefaultValue({"1m", "1h", "1d", "7d"}) List<Duration> dueWindows,
        @DefaultValue({"0.5", "0.95", "0.99"}) List<Double> percentiles,
        @DefaultValue("100") int maxTopics) {

    static final String PREFIX = "delayqueue.metrics";

    private static final Duration MIN_WINDOW = Duration.ofMillis(1);

    private static final Duration MIN_REFRESH = Duration.ofMillis(100);

    private static final Duration MAX_REFRESH = Duration.ofDays(1);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public DelayQueueMetricsProperties {
        require(depthRefresh.compareTo(MIN_REFRESH) >= 0, "depth-refresh must be at least 100 ms", depthRefresh);
        require(depthRefresh.compareTo(MAX_REFRESH) <= 0, "depth-refresh must be at most 1 day", depthRefresh);
        require(
                !dueWindows.isEmpty() && dueWindows.size() <= TopicForecast.MAX_WINDOWS,
                "due-windows must be from 1 to " + TopicForecast.MAX_WINDOWS + " in number",
                dueWindows.size());
        for (Duration window : dueWindows) {
            require(window.compareTo(MIN_WINDOW) >= 0, "due-windows must be at least 1 ms each", window);
            require(window.compareTo(Task.MAX_DELAY) <= 0, "due-windows must be at most 36,500 days each", window);
        }
        require(
                dueWindows.stream().map(Duration::toMillis).distinct().count() == dueWindows.size(),
                "due-windows must differ from each other",
                dueWindows);
        for (double percentile : percentiles) {
            require(percentile >= 0 && percentile <= 1, "percentiles must be from 0 to 1", percentile);
        }
        require(maxTopics >= 1, "max-topics must be at least 1", maxTopics);
    }

    private static void require(boolean holds, String rule, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(PREFIX + "." + rule + ", but is " + LogText.words(value));
        }
    }
}
