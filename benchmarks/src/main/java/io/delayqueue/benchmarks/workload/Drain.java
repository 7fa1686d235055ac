package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import java.util.List;
import java.util.Set;

/** Many tasks that are due at one instant, with empty callbacks. */
public final class Drain implements Workload {

    @Override
    public String name() {
        return "drain";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        DrainTrial some = new DrainTrial(
                name(),
                scale.of(50_000, 2_000),
                Set.of(),
                all(atLeastTimes(20, "Redisson"), atLeastTimes(0.7, "limit")),
                false);
        DrainTrial many = new DrainTrial(
                name(),
                scale.of(200_000, 8_000),
                Set.of("Redisson", "ancestor"),
                all(atLeastTimes(0.5, "limit"), atLeastTimes(1, some.rate())),
                false);
        return List.of(some, many);
    }
}
