package io.delayqueue.benchmarks.report;

/**
 * The server that was measured on.
 *
 * @param version its version
 * @param where whether it was started for the run, or where it was found
 */
public record Redis(String version, String where) {}
