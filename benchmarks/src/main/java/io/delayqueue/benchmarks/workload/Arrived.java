package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.measure.Targets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts arriving tasks and records their lateness. */
final class Arrived implements Arrivals {

    private static final long MAX_MICROS = Duration.ofHours(1).toNanos() / 1_000;

    private final LongAdder number = new LongAdder();

    private final LongAdder early = new LongAdder();

    private final Histogram lateness = new ConcurrentHistogram(MAX_MICROS, 3);

    private final Predicate<String> counted;
    private final @Nullable Line line;

    /** Counts every delivery. */
    Arrived() {
        this(payload -> true, null);
    }

    /** Counts every delivery of the tasks of a line. */
    Arrived(Line line) {
        this(payload -> true, line);
    }

    private Arrived(Predicate<String> counted, @Nullable Line line) {
        this.counted = counted;
        this.line = line;
    }

    /**
     * Counts the first delivery of each task.
     *
     * @param since the start of the round in milliseconds since the epoch; tasks due before are left from an earlier round and
     *     do not count
     */
    static Arrived once(long since) {
        ConcurrentHashMap.KeySetView<String, Boolean> seen = ConcurrentHashMap.newKeySet();
        return new Arrived(payload -> Items.dueAt(payload) >= since && seen.add(Items.id(payload)), null);
    }

    @Override
    public void arrived(String payload) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - Items.dueAt(payload) * 1_000;
        if (!counted.test(payload)) {
            return;
        }
        if (micros < 0) {
            early.increment();
        }
        if (line != null) {
            line.arrived(payload, micros);
        }
        lateness.recordValue(Math.min(Math.max(micros, 0), MAX_MICROS));
        number.increment();
    }

    long number() {
        return number.sum();
    }

    /** Returns the number of tasks before their due time by this machine's clock. */
    long early() {
        return early.sum();
    }

    /**
     * Reports tasks before their due time.
     *
     * @throws IllegalStateException if there are some of this project
     */
    void requireNoneEarly(String contender, Consumer<String> progress) {
        if (early() > 0) {
            String reported =
                    String.format(Locale.ROOT, "%,d of %,d tasks arrived before their due time", early(), number());
            if (contender.equals(Targets.OURS)) {
                throw new IllegalStateException(reported);
            }
            progress.accept(contender + ": " + reported);
        }
    }

    /** Returns the lateness in microseconds. */
    Histogram lateness() {
        return lateness;
    }

    /** Returns percentiles in milliseconds. */
    double lateness(double percentile) {
        return lateness.getValueAtPercentile(percentile) / 1_000d;
    }

    /**
     * Waits until a number of tasks has arrived, or no more tasks arrive.
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

    /**
     * Waits until a number of tasks has arrived, at most until a time in milliseconds since the epoch.
     *
     * @return whether they have
     */
    boolean awaitUntil(long wanted, long time) throws InterruptedException {
        while (number() < wanted && System.currentTimeMillis() < time) {
            Thread.sleep(1);
        }
        return number() >= wanted;
    }
}
