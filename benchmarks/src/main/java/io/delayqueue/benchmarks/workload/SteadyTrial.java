package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atLeast;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Stream of tasks through a topic with many pending ones. */
final class SteadyTrial implements Trial {

    private static final Duration SOONEST = Duration.ofDays(1);

    private static final Duration LATEST = Duration.ofDays(365);

    /** Warm-up before the first round. */
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String name;

    private final int pending;

    private final Set<String> without;

    private final Stream stream;

    private final boolean detailed;

    private final Metric delivered;

    private final Lateness lateness;

    private final Metric bytes;

    /** Number of used topics of each contender. */
    private final Map<String, Integer> used = new HashMap<>();

    /** Contenders whose topic has tasks that did not arrive. */
    private final Set<String> behind = new HashSet<>();

    /**
     * Creates a trial.
     *
     * @param workload the workload
     * @param pending the number of pending tasks
     * @param without the contenders that are not measured
     * @param stream the stream of tasks
     * @param timely the target of the 99th percentile of the lateness
     * @param detailed whether the maximum of the lateness and the memory of a pending task are metrics
     */
    SteadyTrial(String workload, int pending, Set<String> without, Stream stream, Target timely, boolean detailed) {
        this.name = String.format(Locale.ROOT, "%s, %,d pending", workload, pending);
        this.pending = pending;
        this.without = without;
        this.stream = stream;
        this.detailed = detailed;
        this.delivered = new Metric(name, "delivered", "%", HIGHER, atLeast(100, "%"));
        this.lateness = detailed
                ? new Lateness(name, Target.NONE, timely, Target.NONE)
                : new Lateness(name, Target.NONE, timely);
        this.bytes = new Metric(name, "bytes", "bytes/task", LOWER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    Metric high() {
        return lateness.high();
    }

    @Override
    public boolean isFor(Contender contender) {
        return !without.contains(contender.name());
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(List.of(delivered));
        metrics.addAll(lateness.metrics());
        if (detailed && pending > 0) {
            metrics.add(bytes);
        }
        return metrics;
    }

    @Override
    public void prepare(Contender contender, TrialContext context) throws Exception {
        if (pending > 0) {
            MeasuredServer server = context.server();
            long before = server.settledMemory();
            load(contender, server);
            if (detailed) {
                context.results().record(bytes, contender.name(), (double) (server.settledMemory() - before) / pending);
            }
        } else {
            Stream few = stream.lasting(WARM_UP);
            pass(few, contender, context, Arrived.once(0));
        }
    }

    private void load(Contender contender, MeasuredServer server) throws Exception {
        try (OpenQueue queue = contender.open(server.address())) {
            Adding.all(queue, pending, new FarFuture(topic(contender), SOONEST, LATEST));
            long there = queue.remaining(topic(contender));
            if (there != pending) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "%,d tasks are pending instead of %,d", there, pending));
            }
        }
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        if (behind.remove(contender.name())) {
            startAfresh(contender, context.server());
        }
        Arrived arrived = Arrived.once(System.currentTimeMillis());
        pass(stream, contender, context, arrived);
        arrived.requireNoneEarly(contender.name(), context.progress());
        context.results().record(delivered, contender.name(), arrived.number() * 100d / stream.size());
        lateness.record(arrived, contender, context.results());
    }

    private void pass(Stream tasks, Contender contender, TrialContext context, Arrived arrived) throws Exception {
        try (OpenQueue queue = contender.open(context.server().address())) {
            queue.consume(List.of(topic(contender)), arrived);
            Stream.Sent sent = tasks.run(queue, () -> topic(contender), PATIENCE);
            sent.report(contender.name(), context.progress());
            if (!arrived.awaitUntil(sent.planned(), sent.lastDue() + PATIENCE.toMillis())) {
                behind.add(contender.name());
            }
        }
    }

    /** Tasks that did not arrive would affect the next round, which uses another topic with the same number of tasks. */
    private void startAfresh(Contender contender, MeasuredServer server) throws Exception {
        server.remove(topic(contender));
        used.merge(contender.name(), 1, Integer::sum);
        load(contender, server);
    }

    private String topic(Contender contender) {
        return "steady-" + used.getOrDefault(contender.name(), 0) + "-" + contender.name();
    }
}
