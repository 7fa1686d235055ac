package io.delayqueue.demo.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.springframework.stereotype.Component;

/** Compares the scheduled tasks of this run with the delivered ones. */
@Component
public class Tally {

    private final Map<String, Instant> pending = new HashMap<>();

    private final Histogram micros = new Histogram(3);

    private long scheduled;

    /**
     * Counts a task. Call this before its add, because it may be delivered before the add returns.
     *
     * @param id its id
     * @param dueAt when it is due
     */
    public synchronized void scheduled(String id, Instant dueAt) {
        pending.put(id, dueAt);
        scheduled++;
    }

    /**
     * Removes a task that could not be added.
     *
     * @param id its id
     */
    public synchronized void withdrawn(String id) {
        if (pending.remove(id) != null) {
            scheduled--;
        }
    }

    /** Counts the first delivery of each task of this run; other deliveries are of older tasks, or repeated after a crash. */
    synchronized void delivered(String id, Duration lateness) {
        if (pending.remove(id) != null) {
            // The lateness may be negative by another machine's clock.
            micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(lateness.toNanos())));
        }
    }

    /**
     * Creates the summary.
     *
     * @param dueUntil the time until which due tasks should have been delivered
     * @return the summary
     */
    public synchronized Summary summary(Instant dueUntil) {
        long missing = pending.values().stream()
                .filter(dueAt -> !dueAt.isAfter(dueUntil))
                .count();
        return new Summary(scheduled, missing, micros.getTotalCount(), percentile(50), percentile(99), percentile(100));
    }

    private double percentile(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
