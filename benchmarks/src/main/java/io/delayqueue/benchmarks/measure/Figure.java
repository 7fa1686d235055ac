package io.delayqueue.benchmarks.measure;

import java.util.List;

/**
 * The values of all rounds.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param least the least
 * @param most the greatest
 * @param rounds how many there are
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
