package io.delayqueue.internal.drive;

import java.util.concurrent.TimeUnit;

/**
 * Determines the number of tasks to reserve beyond those that can run at once, so that fast callbacks do not wait for round
 * trips: as many as probably start within a few milliseconds, and none while callbacks are slow, because a waiting task could
 * run in another instance.
 */
final class Prefetch implements FetchPolicy {

    private static final int MAX_SIZE = 256;

    private static final double BUDGET = TimeUnit.MILLISECONDS.toNanos(20);

    private static final double WEIGHT = 0.1;

    private static final double MIN_AVERAGE = TimeUnit.MICROSECONDS.toNanos(1);

    private final int concurrency;

    /** Races between writers lose single samples only. */
    private volatile double average = BUDGET;

    Prefetch(int concurrency) {
        this.concurrency = concurrency;
    }

    @Override
    public int room(int held, boolean ahead) {
        return concurrency + (ahead ? size(concurrency) : 0) - held;
    }

    @Override
    public boolean isWorthACall(int held, boolean ahead) {
        return held < concurrency + (ahead ? size(concurrency) : 0) / 2;
    }

    @Override
    public void ran(long nanos) {
        average += WEIGHT * (Math.min(nanos, 10 * BUDGET) - average);
    }

    @Override
    public void stalled() {
        average = 10 * BUDGET;
    }

    int size(int concurrency) {
        double size = concurrency * BUDGET / Math.max(average, MIN_AVERAGE) - concurrency;
        return (int) Math.max(0, Math.min(MAX_SIZE, size));
    }
}
