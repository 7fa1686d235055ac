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

/** Adds tasks that are due in an hour, as fast as possible. */
final class Adds implements Trial {

    private static final String TOPIC = "adds";

    /** Number of tasks prepared for each second of the warm-up: more than can be added. */
    private static final int MAX_A_SECOND = 200_000;

    /** Maximum speed of a contender relative to its warm-up. */
    private static final double FASTER = 2;

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
    public void round(Contender contender, TrialContext context) throws Exception {
        try (OpenQueue queue = contender.open(context.server().address())) {
            // Warm-up of compilers and connections, the same for each contender.
            double warm = Clients.rate(actions(queue, MAX_A_SECOND / 10), duration.dividedBy(3)) * batch;
            List<List<Runnable>> enough = actions(queue, (int) Math.min(MAX_A_SECOND, FASTER * warm));
            System.gc();
            double actions = Clients.rate(enough, duration);
            context.results().record(rate, contender.name(), actions * batch);
        }
        context.server().clear();
    }

    /** Due times are about an hour after each add. */
    private List<List<Runnable>> actions(OpenQueue queue, int tasksPerSecond) {
        long begin = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        int each = (int) Math.max(1, tasksPerSecond * duration.toMillis() / 1_000 / threads / batch);
        List<List<Runnable>> actions = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            List<Runnable> own = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                own.add(queue.adding(Items.due(TOPIC, begin + i * duration.toMillis() / each, batch)));
            }
            actions.add(own);
        }
        return actions;
    }
}
