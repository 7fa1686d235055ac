package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import java.time.Duration;
import java.util.List;

/** Eight threads that add single tasks. */
public final class AddSync implements Workload {

    @Override
    public String name() {
        return "add-sync";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new Adds(
                name(),
                8,
                1,
                true,
                scale.of(Duration.ofSeconds(3), Duration.ofMillis(300)),
                all(atLeastTimes(3, "Redisson"), atLeastTimes(1, "ancestor"))));
    }
}
