package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

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
        return List.of(new Adds(
                name(),
                2,
                100,
                scale.of(Duration.ofSeconds(3), Duration.ofMillis(300)),
                all(atLeastTimes(6, "Redisson"), atLeastTimes(0.6, "limit"))));
    }
}
