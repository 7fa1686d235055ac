package io.delayqueue.benchmarks.chart;

import io.delayqueue.benchmarks.chart.Line.Point;
import io.delayqueue.benchmarks.measure.Figure;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Numbers;
import io.delayqueue.benchmarks.measure.Results;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.knowm.xchart.XYChart;

/**
 * Metric by the number of pending tasks.
 *
 * @param name the picture's name
 * @param title its title
 * @param trial the trials that belong to it; the first group of the pattern is the number of pending tasks
 * @param metric the metric's name
 * @param logarithmic whether the metric goes over several powers of ten
 */
record PendingChart(String name, String title, Pattern trial, String metric, boolean logarithmic) {

    /** Substitute for zero on a logarithmic axis, below the resolution of clocks, in milliseconds. */
    private static final double LEAST_ON_LOGARITHM = 0.01;

    private static final Pattern STEADY = Pattern.compile("steady, ([\\d,]+) pending");

    private static final Pattern CANCEL = Pattern.compile("cancel, among ([\\d,]+)");

    static final List<PendingChart> ALL = List.of(
            new PendingChart(
                    "pending-lateness",
                    "Lateness of 1,000 tasks a second while others are pending",
                    STEADY,
                    "lateness p99",
                    true),
            new PendingChart(
                    "pending-delivered",
                    "Delivered of 1,000 tasks a second while others are pending",
                    STEADY,
                    "delivered",
                    false),
            new PendingChart("pending-cancel", "Cancelling by id among pending tasks", CANCEL, "throughput", false));

    Optional<Picture> of(Results results) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        String unit = "";
        for (Metric row : results.metrics()) {
            Matcher matcher = trial.matcher(row.trial());
            if (row.name().equals(metric) && matcher.matches()) {
                unit = row.unit();
                add(points, results, row, Double.parseDouble(matcher.group(1).replace(",", "")));
            }
        }
        return points.isEmpty() ? Optional.empty() : Optional.of(picture(lines(points), unit));
    }

    private void add(Map<String, List<Point>> points, Results results, Metric row, double pending) {
        double least = logarithmic ? LEAST_ON_LOGARITHM : 0;
        for (String contender : results.contenders(row)) {
            results.figure(row, contender).map(Figure::median).ifPresent(median -> points.computeIfAbsent(
                            contender, name -> new ArrayList<>())
                    .add(new Point(pending, Math.max(least, median))));
        }
    }

    private static List<Line> lines(Map<String, List<Point>> points) {
        return points.entrySet().stream()
                .map(line -> new Line(
                        line.getKey(),
                        line.getValue().stream()
                                .sorted(Comparator.comparingDouble(Point::x))
                                .toList()))
                .toList();
    }

    private Picture picture(List<Line> lines, String unit) {
        XYChart chart = Look.chart(title, "pending tasks", metric + ", " + unit, lines);
        chart.getStyler().setXAxisMin(0d);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Numbers::plain);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Numbers::plain);
        if (logarithmic) {
            Look.logarithmic(chart, lines);
        } else {
            chart.getStyler().setYAxisMin(0d);
        }
        return new Picture(name, chart);
    }
}
