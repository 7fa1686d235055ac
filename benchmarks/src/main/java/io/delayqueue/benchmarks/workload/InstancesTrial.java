package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atLeast;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Stream of tasks shared by a number of instances. */
final class InstancesTrial implements Trial {

    private static final String TOPIC = "instances";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Pause for contenders with an election or membership after the start. */
    private static final Duration REST = Duration.ofMillis(200);

    private final String name;

    private final int instances;

    private final Stream stream;

    private final Metric delivered;

    private final Metric calls;

    /** Same metric without one call for each added task. */
    private final Metric consuming;

    private final Metric share;

    private final Lateness lateness;

    InstancesTrial(String name, int instances, Stream stream, Target calls) {
        this.name = name;
        this.instances = instances;
        this.stream = stream;
        this.delivered = new Metric(name, "delivered", "%", HIGHER, atLeast(100, "%"));
        this.calls = new Metric(name, "calls", "calls/s", LOWER, calls);
        this.consuming = new Metric(name, "calls without adds", "calls/s", LOWER, Target.NONE);
        this.share = new Metric(name, "smallest share", "% of fair", HIGHER, atLeast(100 / 3d, "%"));
        this.lateness = new Lateness(name, Target.NONE, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    Metric calls() {
        return calls;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(List.of(delivered, calls, consuming));
        if (instances > 1) {
            metrics.add(share);
        }
        metrics.addAll(lateness.metrics());
        return metrics;
    }

    @Override
    public boolean isFor(Contender contender) {
        return instances == 1
                ? contender.name().equals(Targets.OURS)
                : !contender.name().equals("limit");
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        List<OpenQueue> queues = new ArrayList<>();
        Arrived arrived = Arrived.once(0);
        List<LongAdder> each = new ArrayList<>();
        try {
            for (int i = 0; i < instances; i++) {
                OpenQueue queue = contender.open(server.address());
                queues.add(queue);
                LongAdder own = new LongAdder();
                each.add(own);
                Arrivals counting = payload -> {
                    own.increment();
                    arrived.arrived(payload);
                };
                queue.consume(List.of(TOPIC), counting);
            }
            Thread.sleep(REST.toMillis());
            double callsPerSecond = calls(queues.get(0), arrived, contender, context);
            arrived.requireNoneEarly(contender.name(), context.progress());
            record(context.results(), contender, callsPerSecond, arrived, each);
        } finally {
            queues.forEach(OpenQueue::close);
            server.clear();
        }
    }

    /** Runs the stream. */
    private double calls(OpenQueue queue, Arrived arrived, Contender contender, TrialContext context) throws Exception {
        long before = context.server().calls();
        long began = System.nanoTime();
        Stream.Sent sent = stream.run(queue, () -> TOPIC, PATIENCE);
        sent.report(contender.name(), context.progress());
        arrived.awaitUntil(sent.planned(), sent.lastDue() + PATIENCE.toMillis());
        double seconds = (System.nanoTime() - began) / 1e9;
        double perSecond = (context.server().calls() - before) / seconds;
        context.results().record(consuming, contender.name(), perSecond - sent.added() / seconds);
        return perSecond;
    }

    private void record(
            Results results, Contender contender, double callsPerSecond, Arrived arrived, List<LongAdder> each) {
        results.record(delivered, contender.name(), arrived.number() * 100d / stream.size());
        results.record(calls, contender.name(), callsPerSecond);
        if (instances > 1) {
            long least = each.stream().mapToLong(LongAdder::sum).min().orElse(0);
            long total = each.stream().mapToLong(LongAdder::sum).sum();
            results.record(share, contender.name(), least * 100d * instances / Math.max(total, 1));
        }
        lateness.record(arrived, contender, results);
    }
}
