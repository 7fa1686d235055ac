package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of gauges of one moment, by their tags. */
final class Rows {

    private final long takenAt = System.nanoTime();

    private final Map<QueueGauge, Map<Tags, Double>> values = new EnumMap<>(QueueGauge.class);

    void add(QueueGauge gauge, Tags tags, double value) {
        values.computeIfAbsent(gauge, any -> new HashMap<>()).merge(tags, value, gauge.merging::applyAsDouble);
    }

    Map<Tags, Double> of(QueueGauge gauge) {
        return values.getOrDefault(gauge, Map.of());
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean isOlderThan(long nanos) {
        return System.nanoTime() - takenAt > nanos;
    }

    static double seconds(@Nullable Duration length) {
        return length == null ? 0 : length.toMillis() / 1_000.0;
    }
}
