package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.function.Consumer;

/**
 * Context of trials.
 *
 * @param server the server
 * @param results the results of the run
 * @param progress prints the progress
 */
public record TrialContext(MeasuredServer server, Results results, Consumer<String> progress) {}
