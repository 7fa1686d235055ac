package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Lateness of tasks that are due at one instant, by their places in the order in which they were created. */
final class Line {

    private final long first;
    private final long[] micros;

    /**
     * Creates a line.
     *
     * @param first the first task
     * @param number the number of tasks, which were created one after the other
     */
    Line(Item first, int number) {
        this.first = Items.number(first.payload());
        this.micros = new long[number];
    }

    /** Records the lateness of a task. Each task is recorded by one thread. */
    void arrived(String payload, long micros) {
        this.micros[(int) (Items.number(payload) - first)] = micros;
    }

    /**
     * Returns how much later than its place explains the latest task came: the maximum of the lateness minus the time in which a
     * constant rate delivers all tasks up to this one. A pause, a slow start and a task that is overtaken all count.
     *
     * @param perSecond the rate
     * @return milliseconds, at least 0
     */
    double beyondPlace(double perSecond) {
        double most = 0;
        for (int i = 0; i < micros.length; i++) {
            most = Math.max(most, micros[i] / 1_000d - (i + 1) * 1_000d / perSecond);
        }
        return most;
    }

    /**
     * Returns how long the task that was overtaken most had to wait for others: the maximum of the lateness minus the lateness by
     * which as many tasks as up to this one had come. The rate does not matter; it is 0 if all came in their order.
     *
     * @return milliseconds
     */
    double overtaken() {
        long[] sorted = micros.clone();
        Arrays.sort(sorted);
        return IntStream.range(0, sorted.length)
                        .mapToLong(i -> micros[i] - sorted[i])
                        .max()
                        .orElse(0)
                / 1_000d;
    }
}
