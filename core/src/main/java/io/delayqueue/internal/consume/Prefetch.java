package io.delayqueue.internal.consume;

import java.util.concurrent.TimeUnit;

/**
 * How many tasks to reserve beyond those that can run at once, so that quick callbacks do not wait for round trips. As many
 * as are likely to begin within a few milliseconds; none while callbacks are slow, for a task that waits here could run in
 * another instance.
 */
final class Prefetch {

    private static final int MOST = 256;

    private static final double BUDGET = TimeUnit.MILLISECONDS.toNanos(20);

    private static final double WEIGHT = 0.1;

    private static final double SHORTEST = TimeUnit.MICROSECONDS.toNanos(1);

    /** Races between writers lose a sample, not more. */
    private volatile double average = BUDGET;

    /** A callback took so long. */
    void ran(long nanos) {
        average += WEIGHT * (Math.min(nanos, 10 * BUDGET) - average);
    }

    /** Reserved tasks have waited too long behind callbacks that used to be quick. */
    void stalled() {
        average = 10 * BUDGET;
    }

    int size(int concurrency) {
        double size = concurrency * BUDGET / Math.max(average, SHORTEST) - concurrency;
        return (int) Math.max(0, Math.min(MOST, size));
    }
}
