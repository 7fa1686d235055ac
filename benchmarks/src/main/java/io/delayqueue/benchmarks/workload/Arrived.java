package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Items;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts tasks as they arrive, and how late they are. */
final class Arrived implements Arrivals {

    private static final long LONGEST_MICROS = Duration.ofHours(1).toNanos() / 1_000;

    private final LongAdder number = new LongAdder();

    private final LongAdder early = new LongAdder();

    private final Histogram lateness = new ConcurrentHistogram(LONGEST_MICROS, 3);

    @Override
    public void arrived(String payload) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - Items.dueAt(payload) * 1_000;
        if (micros < 0) {
            early.increment();
        }
        lateness.recordValue(Math.min(Math.max(micros, 0), LONGEST_MICROS));
        number.increment();
    }

    long number() {
        return number.sum();
    }

    /** How many came before their time by this machine's clock. */
    long early() {
        return early.sum();
    }

    /** In microseconds after the due time. */
    Histogram lateness() {
        return lateness;
    }

    /** In milliseconds. */
    double lateness(double percentile) {
        return lateness.getValueAtPercentile(percentile) / 1_000d;
    }

    /**
     * Waits until so many have arrived, or nothing comes any more.
     *
     * @return whether they have
     */
    boolean await(long wanted, Duration patience) throws InterruptedException {
        long before = -1;
        long moved = System.nanoTime();
        while (number() < wanted) {
            long now = number();
            if (now != before) {
                before = now;
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > patience.toNanos()) {
                return false;
            }
            Thread.sleep(1);
        }
        return true;
    }
}
