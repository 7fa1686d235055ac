package io.delayqueue.benchmarks.workload;

import java.time.Duration;
import java.util.List;

/** One application with many topics. */
public final class Topics implements Workload {

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Stream stream = scale.of(
                new Stream(10, Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1)),
                new Stream(20, Duration.ofMillis(500), Duration.ofMillis(100), Duration.ofMillis(200)));
        return List.of(new TopicsTrial(
                scale.of(500, 50),
                stream,
                scale.of(Duration.ofSeconds(2), Duration.ofMillis(200)),
                scale.of(Duration.ofSeconds(5), Duration.ofMillis(500))));
    }
}
