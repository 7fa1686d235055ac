package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Adds tasks that are due in about an hour, in the order of their due times, as fast as possible. */
final class Adds implements Trial {

    private static final String TOPIC = "adds";

    /** Number of tasks prepared for each second of the warm-up: more than can be added. */
    private static final int MAX_A_SECOND = 200_000;

    /** Maximum speed of a contender relative to its warm-up. */
    private static final double FASTER = 2;

    private final String name;

    private final int threads;

    private final int batch;

    private final boolean distinct;

    private final Duration duration;

    private final Metric rate;

    private final Processors processors;

    /** Due time of the next task, if each has its own. */
    private long next = System.currentTimeMillis() + Duration.ofHours(1).toMillis();

    /**
     * Creates a trial.
     *
     * @param batch the number of tasks in a call
     * @param distinct whether each task has its own due time; else those of a call have the same one
     */
    Adds(String name, int threads, int batch, boolean distinct, Duration duration, Target target) {
        this.name = name;
        this.threads = threads;
        this.batch = batch;
        this.distinct = distinct;
        this.duration = duration;
        this.rate = new Metric(name, "throughput", "tasks/s", HIGHER, target);
        this.processors = new Processors(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(List.of(rate));
        metrics.addAll(processors.metrics());
        return metrics;
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        try (OpenQueue queue = contender.open(context.server().address())) {
            // Warm-up of compilers and connections, the same for each contender.
            double warm = Clients.rate(actions(queue, MAX_A_SECOND / 10), duration.dividedBy(3)) * batch;
            List<List<Runnable>> enough = actions(queue, (int) Math.min(MAX_A_SECOND, FASTER * warm));
            System.gc();
            Processors.Times before = Processors.Times.now(context.server());
            long began = System.nanoTime();
            double perSecond = Clients.rate(enough, duration) * batch;
            double tasks = perSecond * (System.nanoTime() - began) / 1e9;
            Processors.Times after = Processors.Times.now(context.server());
            context.results().record(rate, contender.name(), perSecond);
            processors.record(before, after, tasks, contender, context.results());
        } finally {
            context.server().clear();
        }
    }

    private List<List<Runnable>> actions(OpenQueue queue, int tasksPerSecond) {
        int each = (int) Math.max(1, tasksPerSecond * duration.toMillis() / 1_000 / threads / batch);
        List<List<Runnable>> actions = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            List<Runnable> own = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                own.add(queue.adding(items(next + (long) (i * threads + thread) * batch)));
            }
            actions.add(own);
        }
        next += (long) each * threads * batch;
        return actions;
    }

    private List<Item> items(long dueAt) {
        return distinct
                ? LongStream.range(dueAt, dueAt + batch)
                        .mapToObj(own -> Items.due(TOPIC, own))
                        .toList()
                : Items.due(TOPIC, dueAt, batch);
    }
}
