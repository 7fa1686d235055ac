package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atLeast;

import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.workload.OptionsTrial.Case;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import java.util.List;

/** Many tasks that are due at one instant, one by one and in batches, with callbacks that take no time and some. */
public final class Batches implements Workload {

    private static final int SIZE = 100;

    @Override
    public String name() {
        return "batches";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(
                trial(0, scale.of(100_000, 2_000), Target.NONE), trial(1, scale.of(50_000, 1_000), atLeast(1, "x")));
    }

    private OptionsTrial trial(long callMillis, int tasks, Target target) {
        String name = String.format("batches, %d ms", callMillis);
        TopicOptions batch =
                TopicOptions.builder().batch(new BatchOptions(SIZE, 1, null)).build();
        return new OptionsTrial(
                name,
                callMillis,
                List.of(
                        new Case(name + ", single", tasks, TopicOptions.DEFAULT, item -> null, Target.NONE),
                        new Case(name + ", of " + SIZE, tasks, batch, item -> null, target)));
    }
}
