package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Starts with many topics, is idle for a while, and then runs tasks on random topics. */
final class TopicsTrial implements Trial {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;

    private final List<String> topics = new ArrayList<>();

    private final Set<String> without;

    private final Stream stream;

    private final Duration rest;

    private final Duration watched;

    private final Metric start;

    private final Metric connections;

    private final Metric calls;

    private final Lateness lateness;

    /**
     * Creates a trial.
     *
     * @param name its name
     * @param number the number of topics
     * @param without the contenders that are not measured
     * @param stream the stream of tasks, one on each topic at most
     * @param rest the pause after the start
     * @param watched the time in which calls are counted
     * @param timely the target of the 99th percentile of the lateness
     */
    TopicsTrial(
            String name,
            int number,
            Set<String> without,
            Stream stream,
            Duration rest,
            Duration watched,
            Target timely) {
        this.name = name;
        for (int topic = 0; topic < number; topic++) {
            topics.add("topic-" + topic);
        }
        Collections.shuffle(topics, new Random(4));
        this.without = without;
        this.stream = stream;
        this.rest = rest;
        this.watched = watched;
        this.start = metric("start", "s", atMost(5, "s"));
        this.connections = metric("connections", "connections", atMost(32));
        this.calls = metric("idle calls", "calls/s", atMost(60, "calls/s"));
        this.lateness = new Lateness(name, Target.NONE, timely, Target.NONE);
    }

    private Metric metric(String metric, String unit, Target target) {
        return new Metric(name, metric, unit, LOWER, target);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(List.of(start, connections, calls));
        metrics.addAll(lateness.metrics());
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
        Results results = context.results();
        AtomicReference<Arrived> hearing = new AtomicReference<>(new Arrived());
        long connectionsBefore = server.connections();
        long began = System.nanoTime();
        try (OpenQueue queue = contender.open(server.address())) {
            queue.consume(topics, payload -> hearing.get().arrived(payload));
            String last = topics.get(topics.size() - 1);
            queue.adding(List.of(Items.due(last, System.currentTimeMillis()))).run();
            if (!hearing.get().await(1, PATIENCE)) {
                throw new IllegalStateException("the first task did not arrive");
            }
            results.record(start, contender.name(), (System.nanoTime() - began) / 1e9);
            Thread.sleep(rest.toMillis());
            results.record(calls, contender.name(), server.callsPerSecond(watched));
            results.record(connections, contender.name(), server.connections() - connectionsBefore);
            Arrived arrived = Arrived.once(System.currentTimeMillis());
            hearing.set(arrived);
            pass(queue, arrived, contender, context);
        } finally {
            server.clear();
        }
    }

    private void pass(OpenQueue queue, Arrived arrived, Contender contender, TrialContext context) throws Exception {
        stream.run(queue, topics.iterator()::next, PATIENCE).report(contender.name(), context.progress());
        if (!arrived.await(stream.size(), PATIENCE)) {
            throw new IllegalStateException(arrived.number() + " of " + stream.size() + " tasks came");
        }
        arrived.requireNoneEarly(contender.name(), context.progress());
        lateness.record(arrived, contender, context.results());
    }
}
