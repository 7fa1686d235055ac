package io.delayqueue.benchmarks.report;

/**
 * Measured server.
 *
 * @param version its version
 * @param where its address, or that it was started for the run
 */
public record Redis(String version, String where) {}
