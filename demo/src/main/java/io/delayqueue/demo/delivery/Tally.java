package io.delayqueue.demo.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.springframework.stereotype.Component;

/** Compares what this run has scheduled with what was delivered. */
@Component
public class Tally {

    private final Map<String, Instant> pending = new HashMap<>();

    private final Histogram micros = new Histogram(3);

    private long scheduled;

    /**
     * Counts a task. Before it is added, for it may be delivered before the add returns.
     *
     * @param id its id
     * @param dueAt when it is due
     */
    public synchronized void scheduled(String id, Instant dueAt) {
        pending.put(id, dueAt);
        scheduled++;
    }

    /**
     * Forgets a task that could not be added.
     *
     * @param id its id
     */
    public synchronized void withdrawn(String id) {
        if (pending.remove(id) != null) {
            scheduled--;
        }
    }

    /** Counts the first delivery of each task of this run; others are older than the run, or repeated after a crash. */
    synchronized void delivered(String id, Duration lateness) {
        if (pending.remove(id) != null) {
            // Another machine's clock may say that it was early.
            micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(lateness.toNanos())));
        }
    }

    /**
     * Takes stock.
     *
     * @param dueUntil what was due by then should have been delivered
     * @return the numbers
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
