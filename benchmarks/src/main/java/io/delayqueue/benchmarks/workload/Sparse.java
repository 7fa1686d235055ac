package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import java.time.Duration;
import java.util.List;

/** Lateness of ten tasks a second, due at random times. */
public final class Sparse implements Workload {

    private static final String TOPIC = "sparse";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "sparse";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new OfTenASecond(scale.of(
                new Stream(10, Duration.ofSeconds(15), Duration.ofMillis(100), Duration.ofSeconds(1)),
                new Stream(10, Duration.ofMillis(700), Duration.ofMillis(100), Duration.ofMillis(300)))));
    }

    private static final class OfTenASecond implements Trial {

        private final Stream stream;

        private final Lateness lateness = new Lateness(name(), atMost(1, "ms"), atMost(3, "ms"));

        OfTenASecond(Stream stream) {
            this.stream = stream;
        }

        @Override
        public String name() {
            return "sparse";
        }

        @Override
        public List<Metric> metrics() {
            return lateness.metrics();
        }

        @Override
        public void round(Contender contender, TrialContext context) throws Exception {
            Arrived arrived = Arrived.once(0);
            try (OpenQueue queue = contender.open(context.server().address())) {
                queue.consume(List.of(TOPIC), arrived);
                stream.run(queue, () -> TOPIC, PATIENCE).report(contender.name(), context.progress());
                if (!arrived.await(stream.size(), PATIENCE)) {
                    throw new IllegalStateException(arrived.number() + " of " + stream.size() + " tasks came");
                }
            } finally {
                context.server().clear();
            }
            arrived.requireNoneEarly(contender.name(), context.progress());
            lateness.record(arrived, contender, context.results());
        }
    }
}
