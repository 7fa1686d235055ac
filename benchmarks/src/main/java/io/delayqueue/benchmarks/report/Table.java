package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Figure;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Numbers;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Table with texts of cells, independent of its format.
 *
 * @param columns the header of each column
 * @param rows the cells of each row, as many as there are columns
 * @param notes the footnotes, numbered from 1
 */
public record Table(List<String> columns, List<List<String>> rows, List<String> notes) {

    /** Explanation of the table. */
    public static final List<String> LEGEND = List.of(
            "A cell has the median of the rounds and, in brackets, the minimum and the maximum.",
            "\"2.5x\" beside a contender: delayqueue is 2.5 times better. Above 1x always means that delayqueue is better,"
                    + " whether high or low values are.",
            "\"-\": not measured. Targets apply to the median of delayqueue.");

    /** {@return the table of a run} */
    public static Table of(Report report) {
        return of(report, metric -> true);
    }

    /** {@return the table of the metrics that have a target or that another queue was measured by} */
    public static Table compared(Report report) {
        return of(
                report,
                metric -> !metric.target().text().isEmpty()
                        || report.others().stream()
                                .filter(other -> !other.equals(Targets.LIMIT))
                                .anyMatch(other ->
                                        report.results().figure(metric, other).isPresent()));
    }

    private static Table of(Report report, Predicate<Metric> shown) {
        List<String> columns = new ArrayList<>(List.of("trial", "metric", Targets.OURS));
        columns.addAll(report.others());
        columns.addAll(List.of("target", "result"));
        Footnotes notes = new Footnotes();
        List<List<String>> rows = report.results().metrics().stream()
                .filter(shown)
                .map(metric -> row(report, metric, notes))
                .toList();
        return new Table(List.copyOf(columns), rows, notes.all());
    }

    private static List<String> row(Report report, Metric metric, Footnotes notes) {
        Results results = report.results();
        List<String> cells = new ArrayList<>();
        cells.add(metric.trial());
        cells.add(metric.name() + ", " + metric.unit());
        cells.add(cell(results, metric, Targets.OURS, notes));
        report.others().forEach(contender -> cells.add(cell(results, metric, contender, notes)));
        cells.add(metric.target().text());
        cells.add(verdict(results, metric));
        return List.copyOf(cells);
    }

    private static String cell(Results results, Metric metric, String contender, Footnotes notes) {
        List<String> parts = new ArrayList<>();
        results.figure(metric, contender).map(Table::text).ifPresent(parts::add);
        Ratio.of(results, metric, contender).ifPresent(ratio -> parts.add(Numbers.plain(ratio) + "x"));
        results.failure(metric, contender)
                .ifPresent(reason -> parts.add("failed: " + notes.shorten(contender, metric.trial(), reason)));
        return parts.isEmpty() ? "-" : String.join(", ", parts);
    }

    private static String text(Figure figure) {
        String median = Numbers.plain(figure.median());
        return figure.rounds() == 1
                ? median
                : median + " (" + Numbers.plain(figure.least()) + "-" + Numbers.plain(figure.most()) + ")";
    }

    private static String verdict(Results results, Metric metric) {
        if (metric.target().text().isEmpty()) {
            return "";
        }
        return results.isMet(metric).map(met -> met ? "met" : "MISSED").orElse("not measured");
    }
}
