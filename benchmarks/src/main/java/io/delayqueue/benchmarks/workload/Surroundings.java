package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.function.Consumer;

/**
 * What trials work with.
 *
 * @param server the server
 * @param results where values go
 * @param progress told what is being done, for people who wait
 */
public record Surroundings(MeasuredServer server, Results results, Consumer<String> progress) {}
