package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.all;
import static io.delayqueue.benchmarks.measure.Targets.atMost;
import static io.delayqueue.benchmarks.measure.Targets.atMostTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Arrival and lateness of a thousand tasks a second, while others are pending in the far future. */
public final class Steady implements Workload {

    private static final Target TIMELY = atMost(10, "ms");

    @Override
    public String name() {
        return "steady";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        SteadyTrial none = trial(0, scale, TIMELY);
        SteadyTrial some = trial(scale.of(200_000, 1_000), scale, TIMELY);
        SteadyTrial many = trial(scale.of(1_000_000, 4_000), scale, all(TIMELY, atMostTimes(1.5, none.high())));
        return List.of(none, some, many);
    }

    private SteadyTrial trial(int pending, Scale scale, Target timely) {
        return new SteadyTrial(name(), pending, Set.of("limit"), stream(scale), timely, false);
    }

    static Stream stream(Scale scale) {
        return scale.of(
                new Stream(1_000, Duration.ofSeconds(20), Duration.ofMillis(100), Duration.ofSeconds(1)),
                new Stream(1_000, Duration.ofMillis(200), Duration.ofMillis(100), Duration.ofMillis(200)));
    }
}
