package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.report.JsonRun.Latency;
import io.delayqueue.benchmarks.report.JsonRun.Percentile;
import io.delayqueue.benchmarks.report.JsonRun.Row;
import io.delayqueue.benchmarks.report.JsonRun.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Formats a run as JSON, with the values of all rounds. */
public final class JsonReport {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final double[] PERCENTILES = {0, 50, 75, 90, 95, 99, 99.9, 100};

    private JsonReport() {}

    /** {@return the text, which ends with a line break} */
    public static String of(Report report) {
        List<Row> rows = report.results().metrics().stream()
                .map(metric -> row(report.results(), metric))
                .toList();
        return MAPPER.writeValueAsString(JsonRun.of(report.header(), rows, latencies(report.results()))) + "\n";
    }

    private static Row row(Results results, Metric metric) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (String contender : results.contenders(metric)) {
            values.put(contender, value(results, metric, contender));
        }
        return new Row(
                JsonRun.Name.of(metric),
                values,
                metric.target().text(),
                results.isMet(metric).orElse(null));
    }

    private static Value value(Results results, Metric metric, String contender) {
        return new Value(
                results.values(metric, contender),
                results.figure(metric, contender)
                        .map(figure -> new JsonRun.Summary(figure.median(), figure.least(), figure.most()))
                        .orElse(null),
                Ratio.of(results, metric, contender).orElse(null),
                results.failure(metric, contender).orElse(null));
    }

    private static List<Latency> latencies(Results results) {
        List<Latency> latencies = new ArrayList<>();
        results.latencies()
                .forEach((trial, contenders) -> contenders.forEach((contender, micros) ->
                        latencies.add(new Latency(trial, contender, micros.getTotalCount(), percentiles(micros)))));
        return latencies;
    }

    private static List<Percentile> percentiles(Histogram micros) {
        return DoubleStream.of(PERCENTILES)
                .mapToObj(percentile -> new Percentile(percentile, micros.getValueAtPercentile(percentile) / 1_000d))
                .toList();
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
