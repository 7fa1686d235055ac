package io.delayqueue.benchmarks.measure;

import java.util.List;

/**
 * Summary of the values of all rounds.
 *
 * @param median the median
 * @param least the minimum
 * @param most the maximum
 * @param rounds the number of values
 */
public record Figure(double median, double least, double most, int rounds) {

    /** {@return the figure of at least one value} */
    public static Figure of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Figure(median, sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
    }
}
