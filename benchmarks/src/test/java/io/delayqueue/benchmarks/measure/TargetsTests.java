package io.delayqueue.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetsTests {

    private final Results results = new Results();

    private final Metric other = metric("drain 50,000", Target.NONE);

    @Test
    void noTargetShouldSayNothing() {
        assertThat(Target.NONE.text()).isEmpty();
        assertThat(met(Target.NONE, 1)).isEmpty();
    }

    @Test
    void valueAtBoundShouldMeetIt() {
        assertThat(met(Targets.atMost(3, "ms"), 3)).contains(true);
        assertThat(met(Targets.atLeast(3, "tasks/s"), 3)).contains(true);
    }

    @Test
    void valueBeyondBoundShouldMissIt() {
        assertThat(met(Targets.atMost(3, "ms"), 3.01)).contains(false);
        assertThat(met(Targets.atLeast(3, "tasks/s"), 2.99)).contains(false);
    }

    @Test
    void medianShouldDecide() {
        assertThat(met(Targets.atMost(3, "ms"), 9, 1, 2)).contains(true);
    }

    @Test
    void contenderShouldBeMeasuredAgainst() {
        assertThat(met(Targets.atLeastTimes(6, "Redisson"), 60)).isEmpty();
        assertThat(against("Redisson", 10, Targets.atLeastTimes(6, "Redisson"), 60))
                .contains(true);
        assertThat(against("limit", 10, Targets.atLeastTimes(0.6, "limit"), 5.9))
                .contains(false);
        assertThat(against("Redisson", 10, Targets.atMostTimes(0.95, "Redisson"), 9.5))
                .contains(true);
        assertThat(against("Redisson", 10, Targets.atMostTimes(0.9, "Redisson"), 9.5))
                .contains(false);
    }

    @Test
    void otherMetricShouldBeMeasuredAgainst() {
        assertThat(met(Targets.atLeastTimes(1, other), 100)).isEmpty();
        results.record(other, Targets.OURS, 100);
        assertThat(met(Targets.atLeastTimes(1, other), 100)).contains(true);
        assertThat(met(Targets.atMostTimes(1.5, other), 151)).contains(false);
    }

    @Test
    void allShouldBeMetTogether() {
        Target low = Targets.atLeast(1, "x");
        Target high = Targets.atLeast(10, "x");
        Target unknown = Targets.atLeastTimes(1, "nobody");
        assertThat(met(Targets.all(low, high), 10)).contains(true);
        assertThat(met(Targets.all(low, high), 5)).contains(false);
        assertThat(met(Targets.all(unknown, high), 5)).contains(false);
        assertThat(met(Targets.all(unknown, high), 10)).isEmpty();
    }

    @Test
    void textShouldTellTheTarget() {
        assertThat(List.of(
                        Targets.atMost(0.1, "per task"),
                        Targets.atLeast(20_000, "tasks/s"),
                        Targets.atLeastTimes(6, "Redisson"),
                        Targets.atMostTimes(1.5, other),
                        Targets.all(Targets.atLeastTimes(25, "Redisson"), Targets.atLeastTimes(0.5, "limit"))))
                .extracting(Target::text)
                .containsExactly(
                        "<= 0.1 per task",
                        ">= 20,000 tasks/s",
                        ">= 6 x Redisson",
                        "<= 1.5 x drain 50,000",
                        ">= 25 x Redisson, >= 0.5 x limit");
    }

    private Optional<Boolean> against(String contender, double theirs, Target target, double ours) {
        Metric metric = metric(target.text(), target);
        results.record(metric, contender, theirs);
        results.record(metric, Targets.OURS, ours);
        return target.isMet(results, metric);
    }

    private Optional<Boolean> met(Target target, double... values) {
        Metric metric = metric(target.text() + List.of(values.length, values[0]), target);
        for (double value : values) {
            results.record(metric, Targets.OURS, value);
        }
        return target.isMet(results, metric);
    }

    private static Metric metric(String trial, Target target) {
        return new Metric(trial, "throughput", "tasks/s", Better.HIGHER, target);
    }
}
