package io.delayqueue.benchmarks.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Targets of the workloads. Each applies to the median of the contender named {@value #OURS}. */
public final class Targets {

    /** This project. */
    public static final String OURS = "delayqueue";

    /** The scripts of this project without an engine, which are no queue. */
    public static final String LIMIT = "limit";

    private Targets() {}

    /** Maximum value. */
    public static Target atMost(double value) {
        return of("<= " + Numbers.plain(value), (results, metric) -> ours(results, metric)
                .map(figure -> figure <= value));
    }

    public static Target atMost(double value, String unit) {
        return of("<= " + Numbers.plain(value) + " " + unit, (results, metric) -> ours(results, metric)
                .map(figure -> figure <= value));
    }

    public static Target atLeast(double value, String unit) {
        return of(">= " + Numbers.plain(value) + " " + unit, (results, metric) -> ours(results, metric)
                .map(figure -> figure >= value));
    }

    /** Minimum ratio to another contender's median of the same metric. */
    public static Target atLeastTimes(double times, String contender) {
        return of(
                ">= " + Numbers.plain(times) + " x " + contender,
                (results, metric) -> ratio(results, metric, metric, contender).map(ratio -> ratio >= times));
    }

    /** Maximum ratio to another contender's median of the same metric. */
    public static Target atMostTimes(double times, String contender) {
        return of(
                "<= " + Numbers.plain(times) + " x " + contender,
                (results, metric) -> ratio(results, metric, metric, contender).map(ratio -> ratio <= times));
    }

    /** Maximum ratio to this project's median of another metric. */
    public static Target atMostTimes(double times, Metric other) {
        return of(
                "<= " + Numbers.plain(times) + " x " + other.trial(),
                (results, metric) -> ratio(results, metric, other, OURS).map(ratio -> ratio <= times));
    }

    /** Minimum ratio to this project's median of another metric. */
    public static Target atLeastTimes(double times, Metric other) {
        return of(
                ">= " + Numbers.plain(times) + " x " + other.trial(),
                (results, metric) -> ratio(results, metric, other, OURS).map(ratio -> ratio >= times));
    }

    /** Combination of targets, all of which have to be met. */
    public static Target all(Target... targets) {
        List<Target> list = List.of(targets);
        String text = Arrays.stream(targets).map(Target::text).collect(Collectors.joining(", "));
        return of(text, (results, metric) -> {
            List<Optional<Boolean>> parts =
                    list.stream().map(target -> target.isMet(results, metric)).toList();
            if (parts.contains(Optional.of(false))) {
                return Optional.of(false);
            }
            return parts.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(true);
        });
    }

    private static Optional<Double> ours(Results results, Metric metric) {
        return results.figure(metric, OURS).map(Figure::median);
    }

    private static Optional<Double> ratio(Results results, Metric metric, Metric other, String contender) {
        Optional<Double> theirs = results.figure(other, contender).map(Figure::median);
        return ours(results, metric).flatMap(value -> theirs.map(their -> value / their));
    }

    private static Target of(String text, BiFunction<Results, Metric, Optional<Boolean>> rule) {
        return new Target() {
            @Override
            public String text() {
                return text;
            }

            @Override
            public Optional<Boolean> isMet(Results results, Metric metric) {
                return rule.apply(results, metric);
            }
        };
    }
}
