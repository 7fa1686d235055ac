package io.delayqueue.benchmarks.chart;

import io.delayqueue.benchmarks.chart.Line.Point;
import io.delayqueue.benchmarks.measure.Numbers;
import io.delayqueue.benchmarks.measure.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.XYChart;

/** Lateness of the tasks of a trial by percentile: each step to the right is ten times rarer. */
final class LatenessChart {

    private static final String TRIAL = "sparse";

    /** Substitute for zero on a logarithmic axis, below the resolution of clocks. */
    private static final double LEAST_MILLIS = 0.01;

    private static final double[] PERCENTILES = {0, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.98, 99.99};

    private LatenessChart() {}

    static Optional<Picture> of(Results results) {
        Map<String, Histogram> latencies = results.latencies().getOrDefault(TRIAL, Map.of());
        if (latencies.isEmpty()) {
            return Optional.empty();
        }
        List<Line> lines = new ArrayList<>();
        latencies.forEach((contender, micros) -> lines.add(new Line(contender, points(micros))));
        XYChart chart = Look.chart(
                "Lateness of 10 tasks a second, due at random times",
                "percentile (each step to the right is ten times rarer)",
                "lateness, ms",
                lines);
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setXAxisLogarithmicDecadeOnly(true);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(LatenessChart::percentile);
        Look.logarithmic(chart, lines);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Numbers::plain);
        return Optional.of(new Picture("lateness", chart));
    }

    /** Points as far as there are tasks: a thousand tasks have no percentile 99.99, and the last point is the latest task. */
    private static List<Point> points(Histogram micros) {
        List<Point> points = new ArrayList<>();
        double tasks = micros.getTotalCount();
        for (double percentile : PERCENTILES) {
            double x = 100 / (100 - percentile);
            if (x < tasks) {
                points.add(point(x, micros.getValueAtPercentile(percentile)));
            }
        }
        points.add(point(tasks, micros.getMaxValue()));
        return points;
    }

    private static Point point(double x, long micros) {
        return new Point(x, Math.max(LEAST_MILLIS, micros / 1_000d));
    }

    /** 10 is 90 %, 100 is 99 %. */
    private static String percentile(double oneIn) {
        return Numbers.plain(Math.round((100 - 100 / oneIn) * 1e6) / 1e6) + " %";
    }
}
