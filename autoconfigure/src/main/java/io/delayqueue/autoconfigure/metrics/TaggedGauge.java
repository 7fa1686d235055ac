package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Gauge with a row for each combination of tags. A scrape reads the values that were published last. */
final class TaggedGauge {

    private final MultiGauge gauge;

    private Map<Tags, DoubleSupplier> next = new HashMap<>();

    private volatile Map<Tags, DoubleSupplier> values = Map.of();

    TaggedGauge(MeterRegistry registry, String name, @Nullable String unit, String description) {
        this.gauge =
                MultiGauge.builder(name).baseUnit(unit).description(description).register(registry);
    }

    /** Sets a value that is published next. */
    void put(Tags tags, DoubleSupplier value) {
        next.put(tags, value);
    }

    /** Publishes the values that were set since the last time. Rows that remain are not registered again, because a scrape at that moment would find them twice. */
    void publish() {
        boolean same = next.keySet().equals(values.keySet());
        values = next;
        next = new HashMap<>();
        if (!same) {
            gauge.register(values.keySet().stream()
                    .<Row<?>>map(tags -> Row.of(tags, this, rows -> rows.value(tags)))
                    .toList());
        }
    }

    private double value(Tags tags) {
        DoubleSupplier value = values.get(tags);
        return value == null ? Double.NaN : value.getAsDouble();
    }
}
