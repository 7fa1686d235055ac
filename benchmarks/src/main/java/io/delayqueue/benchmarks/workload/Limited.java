package io.delayqueue.benchmarks.workload;

import java.time.Duration;
import java.util.List;

/** Limits over three instances that share one topic with a backlog: of the rate, and of the concurrency. */
public final class Limited implements Workload {

    @Override
    public String name() {
        return "limited";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Duration warmUp = scale.of(Duration.ofSeconds(1), Duration.ofMillis(100));
        Duration watched = scale.of(Duration.ofSeconds(20), Duration.ofMillis(400));
        return List.of(new RateTrial(1_000, warmUp, watched), new ConcurrencyTrial(8, warmUp, watched));
    }
}
