package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.List;

/** Two threads that add a hundred tasks in each call. */
public final class AddBulk implements Workload {

    @Override
    public String name() {
        return "add-bulk";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Duration duration = scale.of(Duration.ofSeconds(3), Duration.ofMillis(300));
        Target target = all(atLeastTimes(5.5, "Redisson"), atLeastTimes(0.7, "limit"));
        return List.of(
                new Adds(name(), 2, 100, false, duration, Target.NONE),
                new Adds(name() + ", distinct", 2, 100, true, duration, target));
    }
}
