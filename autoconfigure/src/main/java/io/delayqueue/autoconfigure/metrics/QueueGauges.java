package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Gauges with a row for each combination of tags. A scrape merges the values of the groups that share a row, and returns NaN if one is too old. */
final class QueueGauges {

    private final Map<QueueGauge, MultiGauge> gauges = new EnumMap<>(QueueGauge.class);

    /** Groups of each registered row. */
    private final Map<QueueGauge, Map<Tags, List<Supplier<Rows>>>> shown = new ConcurrentHashMap<>();

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
        groups.values().removeIf(ofGroup -> ofGroup.get().isEmpty());
        gauges.forEach((gauge, registered) -> {
            Map<Tags, List<Supplier<Rows>>> all = new HashMap<>();
            groups.values().forEach(ofGroup -> ofGroup.get().of(gauge).keySet().forEach(tags -> all.computeIfAbsent(
                            tags, any -> new ArrayList<>())
                    .add(ofGroup)));
            Map<Tags, ?> before = shown.put(gauge, all);
            if (before == null || !before.keySet().equals(all.keySet())) {
                registered.register(all.keySet().stream()
                        .<Row<?>>map(tags -> Row.of(tags, this, now -> now.value(gauge, tags)))
                        .toList());
            }
        });
    }

    private double value(QueueGauge gauge, Tags tags) {
        return shown.getOrDefault(gauge, Map.of()).getOrDefault(tags, List.of()).stream()
                .map(Supplier::get)
                .mapToDouble(rows -> rows.isOlderThan(validNanos)
                        ? Double.NaN
                        : rows.of(gauge).getOrDefault(tags, Double.NaN))
                .reduce(gauge.merging)
                .orElse(Double.NaN);
    }
}
