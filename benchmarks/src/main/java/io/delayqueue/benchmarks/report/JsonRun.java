package io.delayqueue.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.measure.Metric;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON of a run. Its fields have the names of these components; times are in the unit that is named. */
record JsonRun(Setting setting, Map<String, String> contenders, List<Row> rows, List<Latency> latencies) {

    static JsonRun of(Header header, List<Row> rows, List<Latency> latencies) {
        Setting setting = new Setting(
                header.date().toString(),
                header.scale().rounds(),
                header.scale().quick(),
                Items.PAYLOAD_BYTES,
                new Place(header.machine(), header.redis()));
        return new JsonRun(setting, header.contenders(), rows, latencies);
    }

    record Setting(
            String date,
            int rounds,
            boolean quick,
            int payloadBytes,
            @JsonUnwrapped Place place) {}

    record Place(Machine machine, Redis redis) {}

    record Row(
            @JsonUnwrapped Name name,
            Map<String, Value> values,
            String target,
            @Nullable Boolean met) {}

    record Name(String trial, String metric, String unit, String better) {

        static Name of(Metric metric) {
            return new Name(metric.trial(), metric.name(), metric.unit(), JsonReport.lower(metric.better()));
        }
    }

    record Value(
            List<Double> rounds,
            @JsonUnwrapped @Nullable Summary summary,
            @Nullable Double ratio,
            @Nullable String failure) {}

    record Summary(double median, double least, double most) {}

    record Latency(String trial, String contender, long count, List<Percentile> percentiles) {}

    record Percentile(double percentile, double ms) {}
}
