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
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Starts with many topics, is idle for a while, and then runs a few tasks on random topics. */
final class TopicsTrial implements Trial {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<String> topics;

    private final Stream stream;

    private final Duration rest;

    private final Duration watched;

    private final Metric start = metric("start", "s", atMost(5, "s"));

    private final Metric connections = metric("connections", "connections", atMost(32));

    private final Metric calls = metric("idle calls", "calls/s", atMost(60, "calls/s"));

    private final Lateness lateness = new Lateness(name(), Target.NONE, atMost(10, "ms"));

    /**
     * Creates a trial.
     *
     * @param number the number of topics
     * @param stream the stream of tasks
     * @param rest the pause after the start
     * @param watched the time in which calls are counted
     */
    TopicsTrial(int number, Stream stream, Duration rest, Duration watched) {
        this.topics =
                IntStream.range(0, number).mapToObj(topic -> "topic-" + topic).toList();
        this.stream = stream;
        this.rest = rest;
        this.watched = watched;
    }

    private Metric metric(String metric, String unit, Target target) {
        return new Metric(name(), metric, unit, LOWER, target);
    }

    @Override
    public String name() {
        return "topics";
    }

    @Override
    public List<Metric> metrics() {
        return List.of(start, connections, calls, lateness.middle(), lateness.high());
    }

    @Override
    public boolean isFor(Contender contender) {
        return !contender.name().equals("limit");
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
        Random random = new Random(4);
        stream.run(queue, () -> topics.get(random.nextInt(topics.size())), PATIENCE)
                .report(contender.name(), context.progress());
        if (!arrived.await(stream.size(), PATIENCE)) {
            throw new IllegalStateException(arrived.number() + " of " + stream.size() + " tasks came");
        }
        arrived.requireNoneEarly(contender.name(), context.progress());
        lateness.record(arrived, contender, context.results());
    }
}
