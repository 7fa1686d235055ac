package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atLeast;
import static io.delayqueue.benchmarks.measure.Targets.atLeastTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.List;

/** Cancels some of many tasks by their ids, in random order. */
public final class Cancel implements Workload {

    private static final Target QUICKLY = atLeast(20_000, "tasks/s");

    @Override
    public String name() {
        return "cancel";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        int cancelled = scale.of(100_000, 1_000);
        Duration atMost = scale.of(Duration.ofSeconds(5), Duration.ofMillis(300));
        CancelTrial some = new CancelTrial(scale.of(200_000, 2_000), cancelled, atMost, QUICKLY);
        CancelTrial many = new CancelTrial(
                scale.of(1_000_000, 5_000), cancelled, atMost, all(QUICKLY, atLeastTimes(0.8, some.rate())));
        return List.of(some, many);
    }
}
