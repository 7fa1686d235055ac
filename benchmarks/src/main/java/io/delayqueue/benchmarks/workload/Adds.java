package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Adds tasks that are due in an hour, as fast as it goes. */
final class Adds implements Trial {

    private static final String TOPIC = "adds";

    /** How many tasks are made ready beforehand for each thread and second: more than can be added. */
    private static final int MOST_A_SECOND = 200_000;

    private final String name;

    private final int threads;

    private final int batch;

    private final Duration duration;

    private final Metric rate;

    Adds(String name, int threads, int batch, Duration duration, Target target) {
        this.name = name;
        this.threads = threads;
        this.batch = batch;
        this.duration = duration;
        this.rate = new Metric(name, "throughput", "tasks/s", HIGHER, target);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate);
    }

    @Override
    public void round(Contender contender, Surroundings surroundings) throws Exception {
        try (OpenQueue queue = contender.open(surroundings.server().address())) {
            // Compilers and connections get warm; the same for everybody.
            Clients.rate(actions(queue, 0.1), duration.dividedBy(3));
            double actions = Clients.rate(actions(queue, 1), duration);
            surroundings.results().record(rate, contender.name(), actions * batch);
        }
        surroundings.server().clear();
    }

    private List<List<Runnable>> actions(OpenQueue queue, double share) {
        long dueAt = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        int each = (int) (share * MOST_A_SECOND * duration.toMillis() / 1_000 / threads / batch);
        List<List<Runnable>> actions = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            List<Runnable> own = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                own.add(queue.adding(Items.due(TOPIC, dueAt, batch)));
            }
            actions.add(own);
        }
        return actions;
    }
}
