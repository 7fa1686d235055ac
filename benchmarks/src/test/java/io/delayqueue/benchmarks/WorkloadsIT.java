package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Surroundings;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each workload in its smallest size. */
class WorkloadsIT {

    private static MeasuredServer server;

    private final Results results = new Results();

    private final List<String> told = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = MeasuredServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<String> names() {
        return Catalog.WORKLOADS.stream().map(Workload::name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyMetricGetsAValue(String name) {
        Surroundings surroundings = new Surroundings(server, results, told::add);
        Comparison comparison = new Comparison(List.of(new DelayqueueContender()), 1);

        List<Trial> trials = workload(name).trials(new Scale(true, 1));
        trials.forEach(trial -> comparison.run(trial, surroundings));

        List<Metric> metrics =
                trials.stream().flatMap(trial -> trial.metrics().stream()).toList();
        assertThat(metrics).isNotEmpty().doesNotHaveDuplicates();
        assertThat(metrics)
                .as("told: %s", told)
                // Whether there is time to cancel hundreds depends on the machine.
                .filteredOn(metric -> !metric.name().equals("in hundreds"))
                .allMatch(metric -> results.figure(metric, Targets.OURS).isPresent())
                .allMatch(metric -> results.failure(metric, Targets.OURS).isEmpty());
        assertThat(results.metrics()).containsExactlyInAnyOrderElementsOf(metrics);
        assertThat(server.client().dbSize()).isZero();
        assertThat(server.connections()).isZero();
    }

    @Test
    void allThatIsStreamedArrives() {
        Surroundings surroundings = new Surroundings(server, results, told::add);
        workload("steady")
                .trials(new Scale(true, 2))
                .forEach(trial -> new Comparison(List.of(new DelayqueueContender()), 2).run(trial, surroundings));

        assertThat(results.metrics())
                .filteredOn(metric -> metric.name().equals("delivered"))
                .hasSize(3)
                .allMatch(metric ->
                        results.figure(metric, Targets.OURS).orElseThrow().least() == 100);
    }

    private static Workload workload(String name) {
        return Catalog.WORKLOADS.stream()
                .filter(workload -> workload.name().equals(name))
                .findAny()
                .orElseThrow();
    }
}
