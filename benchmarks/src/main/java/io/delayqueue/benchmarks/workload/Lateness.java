package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import java.util.List;
import java.util.stream.IntStream;

/** Metrics of the lateness of arrived tasks: the median, the 99th percentile and, in some trials, the maximum. */
final class Lateness {

    private static final List<String> NAMES = List.of("lateness p50", "lateness p99", "lateness max");
    private static final double[] PERCENTILES = {50, 99, 100};

    private final String trial;
    private final List<Metric> metrics;

    /**
     * Creates metrics.
     *
     * @param trial the trial
     * @param targets the targets of the median, the 99th percentile and the maximum, or of the first two
     */
    Lateness(String trial, Target... targets) {
        this.trial = trial;
        this.metrics = IntStream.range(0, targets.length)
                .mapToObj(i -> new Metric(trial, NAMES.get(i), "ms", LOWER, targets[i]))
                .toList();
    }

    List<Metric> metrics() {
        return metrics;
    }

    Metric high() {
        return metrics.get(1);
    }

    void record(Arrived arrived, Contender contender, Results results) {
        if (arrived.number() == 0) {
            metrics.forEach(metric -> results.failed(metric, contender.name(), "nothing came"));
            return;
        }
        for (int i = 0; i < metrics.size(); i++) {
            results.record(metrics.get(i), contender.name(), arrived.lateness(PERCENTILES[i]));
        }
        results.latency(trial, contender.name(), arrived.lateness());
    }
}
