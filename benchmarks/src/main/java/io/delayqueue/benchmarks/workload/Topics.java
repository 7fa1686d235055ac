package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One application with many topics. */
public final class Topics implements Workload {

    /** Others have a thread or a connection for each topic. */
    private static final Set<String> OTHERS = Set.of("Redisson", "ancestor", "limit");

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        Stream stream = scale.of(
                new Stream(10, Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1)),
                new Stream(20, Duration.ofMillis(500), Duration.ofMillis(100), Duration.ofMillis(200)));
        Duration rest = scale.of(Duration.ofSeconds(2), Duration.ofMillis(200));
        Duration watched = scale.of(Duration.ofSeconds(5), Duration.ofMillis(500));
        // All are due in one second. Each is added early enough that no add disturbs.
        Stream second = scale.of(
                new Stream(10_000, Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(4)),
                new Stream(1_000, Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofMillis(500)));
        return List.of(
                new TopicsTrial(name(), scale.of(500, 50), Set.of("limit"), stream, rest, watched, atMost(10, "ms")),
                new TopicsTrial(
                        String.format(Locale.ROOT, "%s, %,d in a second", name(), second.size()),
                        second.size(),
                        OTHERS,
                        second,
                        rest,
                        watched,
                        Target.NONE));
    }
}
