package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Gauges with a row for each combination of tags. A scrape merges the values of all groups, and returns NaN if one is too old. */
final class QueueGauges {

    private final Map<QueueGauge, MultiGauge> gauges = new EnumMap<>(QueueGauge.class);

    /** Tags of the registered rows. */
    private final Map<QueueGauge, Set<Tags>> shown = new EnumMap<>(QueueGauge.class);

    private final Map<String, Supplier<Rows>> groups = new ConcurrentHashMap<>();

    private final long validNanos;

    QueueGauges(MeterRegistry registry, long validNanos) {
        this.validNanos = validNanos;
        for (QueueGauge gauge : QueueGauge.values()) {
            gauges.put(
                    gauge,
                    MultiGauge.builder(gauge.meter)
                            .baseUnit(gauge.unit)
                            .description(gauge.description)
                            .register(registry));
        }
    }

    /** Replaces the rows of a group. Those with new tags are registered, and those that no group has are removed. */
    void put(String group, Supplier<Rows> rows) {
        groups.put(group, rows);
        gauges.forEach((gauge, registered) -> {
            Set<Tags> all = groups.values().stream()
                    .flatMap(ofGroup -> ofGroup.get().of(gauge).keySet().stream())
                    .collect(Collectors.toSet());
            if (!all.equals(shown.put(gauge, all))) {
                registered.register(all.stream()
                        .<Row<?>>map(tags -> Row.of(tags, this, now -> now.value(gauge, tags)))
                        .toList());
            }
        });
    }

    private double value(QueueGauge gauge, Tags tags) {
        return groups.values().stream()
                .map(Supplier::get)
                .filter(rows -> rows.of(gauge).containsKey(tags))
                .mapToDouble(rows -> rows.isOlderThan(validNanos)
                        ? Double.NaN
                        : rows.of(gauge).getOrDefault(tags, Double.NaN))
                .reduce(gauge.merging)
                .orElse(Double.NaN);
    }
}
