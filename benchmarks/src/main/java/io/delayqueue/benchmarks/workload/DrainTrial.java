package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Measures from the due time of many tasks to the last acknowledgement. */
final class DrainTrial implements Trial {

    private static final String TOPIC = "drain";

    private final Backlog backlog = new Backlog(TOPIC);
    private final String name;
    private final int tasks;
    private final Set<String> without;
    private final boolean detailed;
    private final Metric rate;
    private final Metric calls;
    private final Processors processors;
    private final Lateness lateness;
    private final Metric beyond;
    private final Metric overtaken;

    /**
     * Creates a trial.
     *
     * @param workload the workload
     * @param tasks the number of tasks
     * @param without the contenders that are not measured
     * @param target the target of the rate
     * @param detailed whether the lateness of the tasks and the processor times are metrics
     */
    DrainTrial(String workload, int tasks, Set<String> without, Target target, boolean detailed) {
        this.name = String.format(Locale.ROOT, "%s %,d", workload, tasks);
        this.tasks = tasks;
        this.without = without;
        this.detailed = detailed;
        this.rate = new Metric(name, "throughput", "tasks/s", HIGHER, target);
        this.calls = new Metric(name, "calls", "calls/task", LOWER, Targets.atMost(0.1));
        this.processors = new Processors(name);
        this.lateness = new Lateness(name, Target.NONE, Target.NONE, Target.NONE);
        this.beyond = new Metric(name, "beyond its place", "ms", LOWER, Target.NONE);
        this.overtaken = new Metric(name, "overtaken", "ms", LOWER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    Metric rate() {
        return rate;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(List.of(rate, calls));
        if (detailed) {
            metrics.addAll(processors.metrics());
            metrics.addAll(lateness.metrics());
            metrics.addAll(List.of(beyond, overtaken));
        }
        return metrics;
    }

    @Override
    public boolean isFor(Contender contender) {
        return !without.contains(contender.name());
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        try (OpenQueue queue = contender.open(server.address())) {
            Item first = backlog.load(queue, tasks, contender, server);
            Line line = new Line(first, tasks);
            Arrived arrived = new Arrived(line);
            queue.consume(List.of(TOPIC), arrived);
            Backlog.awaitTime(first.dueAt() - 20);
            long callsBefore = server.calls();
            Processors.Times before = Processors.Times.now(server);
            Backlog.awaitEmpty(queue, TOPIC, arrived, tasks);
            double perSecond = tasks * 1_000d / (System.currentTimeMillis() - first.dueAt());
            double callsPerTask = (double) (server.calls() - callsBefore) / tasks;
            Processors.Times after = Processors.Times.now(server);
            arrived.requireNoneEarly(contender.name(), context.progress());
            Results results = context.results();
            results.record(rate, contender.name(), perSecond);
            results.record(calls, contender.name(), callsPerTask);
            if (detailed) {
                processors.record(before, after, tasks, contender, results);
                lateness.record(arrived, contender, results);
                results.record(beyond, contender.name(), line.beyondPlace(perSecond));
                results.record(overtaken, contender.name(), line.overtaken());
            }
        } finally {
            server.clear();
        }
    }
}
