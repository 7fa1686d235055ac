package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.benchmarks.workload.Scale;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.TrialContext;
import io.delayqueue.benchmarks.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each workload in its smallest size. */
class WorkloadsIT {

    private static MeasuredServer server;

    private final Results results = new Results();

    private final List<String> reported = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = MeasuredServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<String> names() {
        // Its database is not to be had on each platform: TransactionalIT.
        return Catalog.WORKLOADS.stream().map(Workload::name).filter(name -> !name.equals("transactional"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyMetricGetsAValue(String name) {
        TrialContext context = new TrialContext(server, results, reported::add);
        Comparison comparison = new Comparison(List.of(new DelayqueueContender()), 1, false);

        List<Trial> trials = workload(name).trials(new Scale(true, 1, Scale.MAX_TASKS));
        trials.forEach(trial -> comparison.run(trial, context));

        List<Metric> metrics =
                trials.stream().flatMap(trial -> trial.metrics().stream()).toList();
        assertThat(metrics).isNotEmpty().doesNotHaveDuplicates();
        assertThat(metrics)
                .as("reported: %s", reported)
                // The number of cancellations depends on the machine.
                .filteredOn(metric -> !metric.name().equals("in hundreds"))
                .allMatch(metric -> results.figure(metric, Targets.OURS).isPresent())
                .allMatch(metric -> results.failure(metric, Targets.OURS).isEmpty());
        assertThat(results.metrics()).containsExactlyInAnyOrderElementsOf(metrics);
        assertThat(server.client().dbSize()).isZero();
        assertThat(server.connections()).isZero();
    }

    @Test
    void allThatIsStreamedArrives() {
        TrialContext context = new TrialContext(server, results, reported::add);
        workload("steady")
                .trials(new Scale(true, 2, Scale.MAX_TASKS))
                .forEach(trial -> new Comparison(List.of(new DelayqueueContender()), 2, false).run(trial, context));

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
