package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Better;
import io.delayqueue.benchmarks.measure.Figure;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import java.util.Optional;

/** Ratio of this project's median to another one's, above 1 if it is better. */
final class Ratio {

    private Ratio() {}

    /** Above 1 if this project is better, with high or low values; empty for this project, and without a value. */
    static Optional<Double> of(Results results, Metric metric, String contender) {
        if (contender.equals(Targets.OURS)) {
            return Optional.empty();
        }
        return results.figure(metric, Targets.OURS).flatMap(ours -> results.figure(metric, contender)
                .flatMap(theirs -> of(metric.better(), ours, theirs)));
    }

    private static Optional<Double> of(Better better, Figure ours, Figure theirs) {
        if (ours.median() == theirs.median()) {
            return Optional.of(1d);
        }
        double ratio = better == Better.HIGHER ? ours.median() / theirs.median() : theirs.median() / ours.median();
        return Double.isFinite(ratio) ? Optional.of(ratio) : Optional.empty();
    }
}
