package io.delayqueue.benchmarks.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Results so far. Not thread-safe: workloads record values after a measurement. */
public final class Results {

    private final Map<Metric, Map<String, Cell>> rows = new LinkedHashMap<>();

    private final Map<String, Map<String, Histogram>> latencies = new LinkedHashMap<>();

    /** Declares metrics in the order of the report. */
    public void announce(List<Metric> metrics) {
        metrics.forEach(metric -> rows.computeIfAbsent(metric, row -> new LinkedHashMap<>()));
    }

    /** Adds the value of a round. */
    public void record(Metric metric, String contender, double value) {
        cell(metric, contender).values.add(value);
    }

    /** Adds the failure of a round. */
    public void failed(Metric metric, String contender, String reason) {
        cell(metric, contender).failure = reason;
    }

    /** Adds the lateness of a round, in microseconds, to that of the trial's other rounds. */
    public void latency(String trial, String contender, Histogram micros) {
        latencies.computeIfAbsent(trial, name -> new LinkedHashMap<>()).merge(contender, micros.copy(), (all, more) -> {
            all.add(more);
            return all;
        });
    }

    /** {@return the metrics in the order of their declarations, else of their first values} */
    public Set<Metric> metrics() {
        return rows.keySet();
    }

    /** {@return a contender's values of a metric, in the order of the rounds; empty if it was not measured or has none} */
    public List<Double> values(Metric metric, String contender) {
        Cell cell = rows.getOrDefault(metric, Map.of()).get(contender);
        return cell == null ? List.of() : List.copyOf(cell.values);
    }

    /** {@return the figure of a contender's values of a metric, if it has any} */
    public Optional<Figure> figure(Metric metric, String contender) {
        List<Double> values = values(metric, contender);
        return values.isEmpty() ? Optional.empty() : Optional.of(Figure.of(values));
    }

    /** {@return the contenders of a metric, in the order of their first rounds} */
    public Set<String> contenders(Metric metric) {
        return rows.getOrDefault(metric, Map.of()).keySet();
    }

    /** {@return the failure of a contender in a round, if any} */
    public Optional<String> failure(Metric metric, String contender) {
        Cell cell = rows.getOrDefault(metric, Map.of()).get(contender);
        return cell == null ? Optional.empty() : Optional.ofNullable(cell.failure);
    }

    /** {@return whether a metric's target is met: not if this project failed in any round; empty as {@link Target#isMet}} */
    public Optional<Boolean> isMet(Metric metric) {
        return failure(metric, Targets.OURS).isPresent()
                        && !metric.target().text().isEmpty()
                ? Optional.of(false)
                : metric.target().isMet(this, metric);
    }

    /** {@return lateness in microseconds by trial and contender, over all rounds} */
    public Map<String, Map<String, Histogram>> latencies() {
        return latencies;
    }

    private Cell cell(Metric metric, String contender) {
        return rows.computeIfAbsent(metric, row -> new LinkedHashMap<>())
                .computeIfAbsent(contender, name -> new Cell());
    }

    private static final class Cell {

        private final List<Double> values = new ArrayList<>();

        private @Nullable String failure;
    }
}
