package io.delayqueue.jdbc;

import io.delayqueue.testing.FullHeap;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The main class of a JVM that repeats steps, and whose heap is full for some time. It ends with 0 if all steps go on behind that. */
final class FullHeapSteps {

    private static final int STEPS = 20;

    private FullHeapSteps() {}

    public static void main(String[] arguments) {
        AtomicIntegerArray runs = new AtomicIntegerArray(STEPS);
        for (int i = 0; i < STEPS; i++) {
            int step = i;
            new RepeatedStep("step-" + i, () -> runs.incrementAndGet(step), Duration.ofMillis(2)).start();
        }
        FullHeap.keep(Duration.ofSeconds(2));
        int[] before = IntStream.range(0, STEPS).map(runs::get).toArray();
        long began = System.nanoTime();
        boolean all = false;
        while (!all && System.nanoTime() - began < TimeUnit.SECONDS.toNanos(20)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            all = IntStream.range(0, STEPS).allMatch(step -> runs.get(step) > before[step]);
        }
        Runtime.getRuntime().halt(all ? 0 : 1);
    }
}
