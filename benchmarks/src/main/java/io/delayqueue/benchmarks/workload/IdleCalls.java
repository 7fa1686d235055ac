package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import java.time.Duration;
import java.util.List;

/** Calls of one group with one topic without tasks. */
public final class IdleCalls implements Workload {

    @Override
    public String name() {
        return "calls";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new OfOneTopic(
                scale.of(Duration.ofSeconds(2), Duration.ofMillis(200)),
                scale.of(Duration.ofSeconds(10), Duration.ofSeconds(1))));
    }

    private static final class OfOneTopic implements Trial {

        private static final String TOPIC = "idle";

        private static final Duration PATIENCE = Duration.ofSeconds(10);

        private final Duration rest;

        private final Duration watched;

        private final Metric calls = new Metric(name(), "calls", "calls/s", LOWER, atMost(2, "calls/s"));

        OfOneTopic(Duration rest, Duration watched) {
            this.rest = rest;
            this.watched = watched;
        }

        @Override
        public String name() {
            return TOPIC;
        }

        @Override
        public List<Metric> metrics() {
            return List.of(calls);
        }

        @Override
        public void round(Contender contender, TrialContext context) throws Exception {
            Arrived arrived = new Arrived();
            try (OpenQueue queue = contender.open(context.server().address())) {
                queue.consume(List.of(TOPIC), arrived);
                queue.adding(List.of(Items.due(TOPIC, System.currentTimeMillis() + 50)))
                        .run();
                if (!arrived.await(1, PATIENCE)) {
                    throw new IllegalStateException("the first task did not arrive");
                }
                Thread.sleep(rest.toMillis());
                context.results()
                        .record(calls, contender.name(), context.server().callsPerSecond(watched));
            } finally {
                context.server().clear();
            }
        }
    }
}
