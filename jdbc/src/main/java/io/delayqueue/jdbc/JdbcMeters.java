package io.delayqueue.jdbc;

import io.delayqueue.jdbc.OutboxApplier.Figure;
import io.delayqueue.transaction.OutboxOperations.Depth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Meters of the outboxes and once guards. The rows are counted at intervals, because a scrape does not wait for a database.
 *
 * @param refresh the time between two counts of the rows
 */
record JdbcMeters(MeterRegistry registry, JdbcQueues queues, Duration refresh) implements SmartInitializingSingleton {

    private static final String OUTBOX = "delayqueue.outbox.";

    private static final String QUEUE = "queue";

    @Override
    public void afterSingletonsInstantiated() {
        queues.onceTotals().forEach((queue, totals) -> {
            for (OnceGuard.Result result : OnceGuard.Result.values()) {
                Tags tags = Tags.of(QUEUE, queue, "result", result.name().toLowerCase(Locale.ROOT));
                counter("delayqueue.once", "Calls of the once guard", tags, totals, result);
            }
        });
        queues.outboxes().forEach(this::register);
    }

    private void register(Outbox outbox) {
        Tags tags = Tags.of(
                QUEUE, outbox.queue(), "data.source", outbox.table().database().name());
        Totals<Figure> totals = outbox.totals();
        Tags direct = tags.and("way", "direct");
        Tags sweep = tags.and("way", "sweep");
        counter(OUTBOX + "applied", "Changes made right after their commit", direct, totals, Figure.DIRECT);
        counter(OUTBOX + "applied", "Changes made by a sweep", sweep, totals, Figure.SWEEP);
        counter(OUTBOX + "repeated", "Changes that had been made by an earlier call", tags, totals, Figure.REPEATED);
        counter(OUTBOX + "late", "Calls that the store refused because they came too late", tags, totals, Figure.LATE);
        FunctionTimer.builder(
                        OUTBOX + "delay",
                        totals,
                        all -> all.of(Figure.DIRECT) + all.of(Figure.SWEEP),
                        all -> all.of(Figure.DELAY_MILLIS),
                        TimeUnit.MILLISECONDS)
                .description("How long changes waited in the database until they were made")
                .tags(tags)
                .register(registry);
        // Empty until the first count, and after a count that failed.
        AtomicReference<@Nullable Depth> last = new AtomicReference<>();
        gauge("rows", "Changes that wait in the database", null, tags, last, Depth::rows);
        gauge("refused", "Changes that are refused, until an operator decides", null, tags, last, Depth::refused);
        gauge(
                "oldest",
                "Age of the oldest change that waits",
                "seconds",
                tags,
                last,
                depth -> depth.oldest().toMillis() / 1_000.0);
        if (outbox.hasThreads()) {
            StoreState state = new StoreState("The count of the outbox of " + outbox.name());
            RepeatedStep counting = new RepeatedStep(
                    "delayqueue-outbox-count-" + outbox.name(),
                    () -> {
                        if (!state.attempt(() -> last.set(outbox.table().depth()))) {
                            last.set(null);
                        }
                    },
                    refresh);
            queues.manage(counting::start, counting::stop);
        }
    }

    private <K> void counter(String name, String description, Tags tags, Totals<K> totals, K kind) {
        FunctionCounter.builder(name, totals, all -> all.of(kind))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void gauge(
            String name,
            String description,
            @Nullable String unit,
            Tags tags,
            AtomicReference<@Nullable Depth> last,
            ToDoubleFunction<Depth> value) {
        Gauge.builder(OUTBOX + name, last, count -> {
                    Depth depth = count.get();
                    return depth == null ? Double.NaN : value.applyAsDouble(depth);
                })
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
