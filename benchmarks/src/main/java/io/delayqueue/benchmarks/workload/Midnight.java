package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.util.List;
import java.util.Set;

/** A million tasks that are due at one instant, and a fifth of them beside it. */
public final class Midnight implements Workload {

    private static final Set<String> WITHOUT = Set.of("Redisson", "ancestor");

    @Override
    public String name() {
        return "midnight";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        int tasks = scale.tasks(1_000_000, 10_000);
        DrainTrial some = new DrainTrial(name(), tasks / 5, WITHOUT, Target.NONE, true);
        DrainTrial all = new DrainTrial(name(), tasks, WITHOUT, atLeastTimes(0.9, some.rate()), true);
        return List.of(some, all);
    }
}
