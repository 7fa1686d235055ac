package io.delayqueue.benchmarks.measure;

/**
 * Metric, which is a row of the table.
 *
 * @param trial the trial, such as {@code drain 50,000}
 * @param name the name, such as {@code throughput}
 * @param unit the unit of its values, such as {@code tasks/s}
 * @param better which values are better
 * @param target the target of this project's median
 */
public record Metric(String trial, String name, String unit, Better better, Target target) {}
