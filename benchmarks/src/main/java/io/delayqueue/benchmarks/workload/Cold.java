package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import java.util.List;

/** Overdue tasks that are drained by a JVM that has just started. */
public final class Cold implements Workload {

    @Override
    public String name() {
        return "cold";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new ColdTrial(scale.tasks(50_000, 2_000), atLeastTimes(15, "Redisson")));
    }
}
