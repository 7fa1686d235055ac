package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atMost;

import java.time.Duration;
import java.util.List;

/** One topic with more overdue tasks than can be done, beside a hundred topics with few tasks. */
public final class Hot implements Workload {

    @Override
    public String name() {
        return "hot";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Stream quiet = scale.of(
                new Stream(200, Duration.ofSeconds(4), Duration.ofMillis(100), Duration.ofMillis(500)),
                new Stream(200, Duration.ofMillis(200), Duration.ofMillis(50), Duration.ofMillis(100)));
        return List.of(new HotTrial(scale.of(500_000, 10_000), quiet, atMost(20, "ms")));
    }
}
