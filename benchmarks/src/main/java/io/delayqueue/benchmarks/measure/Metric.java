package io.delayqueue.benchmarks.measure;

/**
 * Something that is measured: a row of the table.
 *
 * @param trial what was done, such as {@code drain 50,000}
 * @param name what was measured of it, such as {@code throughput}
 * @param unit the unit of its values, such as {@code tasks/s}
 * @param better which values are better
 * @param target what this project's median has to reach
 */
public record Metric(String trial, String name, String unit, Better better, Target target) {}
