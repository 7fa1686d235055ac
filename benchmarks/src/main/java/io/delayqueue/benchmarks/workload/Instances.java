package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atMostTimes;

import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.List;

/** Many instances of an application that share one topic, compared with a single one. */
public final class Instances implements Workload {

    @Override
    public String name() {
        return "instances";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Stream stream = scale.of(
                new Stream(1_000, Duration.ofSeconds(20), Duration.ofMillis(200), Duration.ofSeconds(1)),
                new Stream(1_000, Duration.ofMillis(400), Duration.ofMillis(200), Duration.ofMillis(300)));
        InstancesTrial one = new InstancesTrial("one instance", 1, stream, Target.NONE);
        InstancesTrial many = new InstancesTrial("instances", scale.of(20, 10), stream, atMostTimes(2, one.calls()));
        return List.of(one, many);
    }
}
