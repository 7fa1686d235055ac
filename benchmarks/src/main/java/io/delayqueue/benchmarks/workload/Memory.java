package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMostTimes;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.List;

/** Memory of the server for a pending task. */
public final class Memory implements Workload {

    private static final String NAME = "memory";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(new OfWaitingTasks(scale.of(100_000, 2_000)));
    }

    private static final class OfWaitingTasks implements Trial {

        private final int tasks;

        private final Metric bytes = new Metric(NAME, "bytes", "bytes/task", LOWER, atMostTimes(0.9, "Redisson"));

        OfWaitingTasks(int tasks) {
            this.tasks = tasks;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public List<Metric> metrics() {
            return List.of(bytes);
        }

        @Override
        public boolean isFor(Contender contender) {
            return !contender.name().equals("limit");
        }

        /** Loads scripts before, because they stay in the server's memory. */
        @Override
        public void prepare(Contender contender, TrialContext context) throws Exception {
            add(contender, 1, context.server());
            context.server().clear();
        }

        @Override
        public void round(Contender contender, TrialContext context) throws Exception {
            MeasuredServer server = context.server();
            try {
                long before = server.settledMemory();
                add(contender, tasks, server);
                long after = server.settledMemory();
                context.results().record(bytes, contender.name(), (double) (after - before) / tasks);
            } finally {
                server.clear();
            }
        }

        private static void add(Contender contender, int number, MeasuredServer server) throws Exception {
            try (OpenQueue queue = contender.open(server.address())) {
                Adding.all(queue, number, new FarFuture(NAME, Duration.ofHours(1), Duration.ofDays(30)));
            }
        }
    }
}
