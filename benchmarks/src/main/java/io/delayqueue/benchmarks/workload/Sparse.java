package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Ten tasks a second, due at random times: how late they are. */
public final class Sparse implements Workload {

    private static final String TOPIC = "sparse";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "sparse";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new OfTenASecond(scale.of(Duration.ofSeconds(20), Duration.ofSeconds(1))));
    }

    private static final class OfTenASecond implements Trial {

        private final Duration duration;

        private final Metric middle = new Metric(name(), "lateness p50", "ms", LOWER, atMost(1, "ms"));

        private final Metric high = new Metric(name(), "lateness p99", "ms", LOWER, atMost(3, "ms"));

        OfTenASecond(Duration duration) {
            this.duration = duration;
        }

        @Override
        public String name() {
            return "sparse";
        }

        @Override
        public List<Metric> metrics() {
            return List.of(middle, high);
        }

        @Override
        public void round(Contender contender, Surroundings surroundings) throws Exception {
            Random random = new Random(1);
            Stream stream = new Stream(10, duration, () -> Duration.ofMillis(100 + random.nextInt(900)));
            Arrived arrived = new Arrived();
            try (OpenQueue queue = contender.open(surroundings.server().address())) {
                queue.consume(List.of(TOPIC), arrived);
                stream.run(queue, () -> TOPIC);
                if (!arrived.await(stream.size(), PATIENCE)) {
                    throw new IllegalStateException(arrived.number() + " of " + stream.size() + " tasks came");
                }
            } finally {
                surroundings.server().clear();
            }
            surroundings.results().record(middle, contender.name(), arrived.lateness(50));
            surroundings.results().record(high, contender.name(), arrived.lateness(99));
            surroundings.results().latency(name(), contender.name(), arrived.lateness());
        }
    }
}
