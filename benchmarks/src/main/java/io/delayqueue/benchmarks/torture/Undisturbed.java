package io.delayqueue.benchmarks.torture;

import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Deliveries of workloads. They fail by themselves if a task is early or does not arrive, so a workload that is without failure
 * has lost nothing.
 *
 * @param results what was measured of this project
 */
public record Undisturbed(Results results) {

    /** {@return failures of workloads, and those of which not every task has arrived} */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        for (Metric metric : results.metrics()) {
            results.failure(metric, Targets.OURS).ifPresent(reason -> failures.add(metric.trial() + ": " + reason));
            if (metric.name().equals("delivered")
                    && results.values(metric, Targets.OURS).stream().anyMatch(share -> share < 100)) {
                failures.add(metric.trial() + ": not every task has arrived");
            }
        }
        return failures.stream().distinct().toList();
    }

    /** {@return the outcomes of the trials that measure lateness} */
    public List<Outcome> outcomes() {
        List<Outcome> outcomes = new ArrayList<>();
        results.latencies().forEach((trial, contenders) -> {
            Histogram micros = contenders.get(Targets.OURS);
            if (micros != null) {
                outcomes.add(new Outcome(
                        trial,
                        Disturbance.OTHER,
                        0,
                        (int) micros.getTotalCount(),
                        0,
                        0,
                        0,
                        0,
                        micros.getMaxValue() / 1_000));
            }
        });
        return outcomes;
    }
}
