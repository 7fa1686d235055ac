package io.delayqueue.benchmarks.chart;

import io.delayqueue.benchmarks.measure.Better;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Sample values for all pictures. */
final class SampleResults {

    private static final List<String> SIZES = List.of("0", "200,000", "1,000,000");

    private final Results results = new Results();

    private final Random random = new Random(1);

    static Results create() {
        SampleResults sample = new SampleResults();
        sample.lateness("delayqueue", 400);
        sample.lateness("Redisson", 22_000);
        sample.lateness("ancestor", 1_500);
        sample.lateness("limit", 180);
        sample.line("delayqueue", new double[] {3.1, 3.4, 3.9}, new double[] {100, 100, 100}, 45_000);
        sample.line("Redisson", new double[] {60, 14_000, 18_500}, new double[] {100, 3.5, 1.1}, 900);
        sample.line("ancestor", new double[] {9, 12, 11}, new double[] {100, 100, 100}, 20_000);
        sample.line("limit", new double[] {1.4, 1.5, 1.6}, new double[] {100, 100, 100}, 61_000);
        return sample.results;
    }

    private void lateness(String contender, double middle) {
        Histogram micros = new Histogram(3);
        for (int i = 0; i < 600; i++) {
            micros.recordValue((long) (middle * Math.exp(random.nextGaussian() * 0.6)));
        }
        results.latency("sparse", contender, micros);
    }

    private void line(String contender, double[] lateness, double[] delivered, double cancelled) {
        for (int i = 0; i < SIZES.size(); i++) {
            String trial = "steady, " + SIZES.get(i) + " pending";
            record(trial, "lateness p99", "ms", contender, lateness[i]);
            record(trial, "delivered", "%", contender, delivered[i]);
            record("cancel, among " + SIZES.get(i), "throughput", "tasks/s", contender, cancelled * (1 - i * 0.05));
        }
    }

    private void record(String trial, String name, String unit, String contender, double value) {
        Metric metric = new Metric(trial, name, unit, Better.LOWER, Target.NONE);
        results.record(metric, contender, value);
    }
}
