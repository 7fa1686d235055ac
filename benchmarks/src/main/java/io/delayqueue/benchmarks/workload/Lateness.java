package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import java.util.List;

/**
 * Metrics of the lateness of arrived tasks.
 *
 * @param middle the median
 * @param high the 99th percentile
 */
record Lateness(Metric middle, Metric high) {

    Lateness(String trial, Target middle, Target high) {
        this(
                new Metric(trial, "lateness p50", "ms", LOWER, middle),
                new Metric(trial, "lateness p99", "ms", LOWER, high));
    }

    List<Metric> metrics() {
        return List.of(middle, high);
    }

    void record(Arrived arrived, Contender contender, Results results) {
        if (arrived.number() == 0) {
            metrics().forEach(metric -> results.failed(metric, contender.name(), "nothing came"));
            return;
        }
        results.record(middle, contender.name(), arrived.lateness(50));
        results.record(high, contender.name(), arrived.lateness(99));
        results.latency(high.trial(), contender.name(), arrived.lateness());
    }
}
