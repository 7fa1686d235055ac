package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Limits the topics of all meters of the queue, and configures the percentiles and histogram bounds of its timers. */
final class DelayQueueMeterFilter implements MeterFilter {

    /** Before Spring Boot's filter of properties, which has 0: later filters take precedence. */
    static final int ORDER = -100;

    private static final String PREFIX = "delayqueue.";

    private static final Set<String> TIMERS =
            Set.of(TaskMeters.LATENESS, TaskMeters.KEY_WAIT, TaskTimers.ADD, TaskTimers.EXECUTION);

    private final TopicLimit limit;

    private final DistributionStatisticConfig distribution;

    DelayQueueMeterFilter(TopicLimit limit, List<Double> percentiles) {
        this.limit = limit;
        this.distribution = DistributionStatisticConfig.builder()
                .minimumExpectedValue((double) Duration.ofMillis(1).toNanos())
                .maximumExpectedValue((double) Duration.ofHours(1).toNanos())
                .percentiles(
                        percentiles.stream().mapToDouble(Double::doubleValue).toArray())
                .build();
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        if (!id.getName().startsWith(PREFIX)) {
            return id;
        }
        String queue = id.getTag(TopicLabels.QUEUE);
        String group = id.getTag(TopicLabels.GROUP);
        String topic = id.getTag(TopicLabels.TOPIC);
        if (queue == null || group == null || topic == null) {
            return id;
        }
        TopicLabels labels = limit.topic(queue, group, topic);
        return labels.group().equals(group) && labels.topic().equals(topic) ? id : id.withTags(labels.tags());
    }

    @Override
    public @Nullable DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return id.getType() == Meter.Type.TIMER && TIMERS.contains(id.getName()) ? distribution.merge(config) : config;
    }
}
