package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Better;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.workload.Scale;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sample run. */
final class SampleReport {

    private final Results results = new Results();

    private Metric metric = new Metric("none", "none", "none", Better.HIGHER, Target.NONE);

    SampleReport higher(String trial, Target target) {
        metric = new Metric(trial, "throughput", "tasks/s", Better.HIGHER, target);
        return this;
    }

    SampleReport lower(String trial, Target target) {
        metric = new Metric(trial, "lateness p99", "ms", Better.LOWER, target);
        return this;
    }

    SampleReport ours(double... values) {
        return of(Targets.OURS, values);
    }

    SampleReport of(String contender, double... values) {
        for (double value : values) {
            results.record(metric, contender, value);
        }
        return this;
    }

    SampleReport failed(String contender, String reason) {
        results.failed(metric, contender, reason);
        return this;
    }

    Results results() {
        return results;
    }

    Report report() {
        return report(new Scale(false, 3, Scale.MAX_TASKS));
    }

    Report report(Scale scale) {
        Map<String, String> contenders = new LinkedHashMap<>();
        contenders.put("delayqueue", "1.2.3");
        contenders.put("Redisson", "4.7.0");
        contenders.put("limit", "Jedis 7.4.1");
        Header header = new Header(
                Instant.parse("2026-11-21T19:27:30Z"),
                scale,
                new Machine("A Processor", 2, 24L << 30, "Linux 6.18", "Vendor 17.0.15"),
                new Redis("7.0.15", "at localhost:6379"),
                contenders);
        return new Report(header, results);
    }
}
