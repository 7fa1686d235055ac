package io.delayqueue.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Better;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.chaos.Outcome;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class UndisturbedTests {

    private static final Metric DELIVERED = new Metric("steady", "delivered", "%", Better.HIGHER, Target.NONE);

    private final Results results = new Results();

    private final Undisturbed workloads = new Undisturbed(results);

    @Test
    void outcomesShouldHaveTasksAndMaximumOfTheLateness() {
        Histogram micros = new Histogram(5);
        micros.recordValue(1_200);
        micros.recordValue(7_300);
        results.latency("steady", Targets.OURS, micros);
        results.record(DELIVERED, Targets.OURS, 100);
        assertThat(workloads.failures()).isEmpty();
        assertThat(workloads.outcomes())
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.scenario()).isEqualTo("steady"))
                .satisfies(outcome -> assertThat(outcome.latestMillis()).isEqualTo(7))
                .extracting(Outcome::operations)
                .isEqualTo(2);
    }

    @Test
    void taskThatDidNotArriveShouldBeAFailure() {
        results.record(DELIVERED, Targets.OURS, 99.5);
        assertThat(workloads.failures()).containsExactly("steady: not every task has arrived");
    }

    @Test
    void failureOfAWorkloadShouldBeOne() {
        results.failed(DELIVERED, Targets.OURS, "1 of 2 tasks arrived before their due time");
        assertThat(workloads.failures()).containsExactly("steady: 1 of 2 tasks arrived before their due time");
    }
}
