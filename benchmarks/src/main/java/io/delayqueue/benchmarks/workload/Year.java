package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atMostTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.util.List;
import java.util.Set;

/** Arrival and lateness of a thousand tasks a second, while millions are pending over a year. */
public final class Year implements Workload {

    private static final Set<String> WITHOUT = Set.of("Redisson", "limit");

    @Override
    public String name() {
        return "year";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        SteadyTrial none = trial(0, scale, Target.NONE);
        SteadyTrial many = trial(scale.tasks(Scale.MAX_TASKS, 5_000), scale, atMostTimes(1.5, none.high()));
        return List.of(none, many);
    }

    private SteadyTrial trial(int pending, Scale scale, Target timely) {
        return new SteadyTrial(name(), pending, WITHOUT, Steady.stream(scale), timely, true);
    }
}
