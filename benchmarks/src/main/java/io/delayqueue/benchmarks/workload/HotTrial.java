package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Stream of tasks on quiet topics, while a topic has many overdue tasks. */
final class HotTrial implements Trial {

    private static final String HOT = "hot";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Set<String> WITHOUT = Set.of("ancestor", "limit");

    private final Backlog backlog = new Backlog(HOT);
    private final List<String> quiet =
            IntStream.range(0, 100).mapToObj(topic -> "quiet-" + topic).toList();
    private final int tasks;
    private final Stream stream;
    private final Metric rate = new Metric(HOT, "throughput", "tasks/s", HIGHER, Target.NONE);
    private final Lateness lateness;

    /**
     * Creates a trial.
     *
     * @param tasks the number of tasks of the hot topic
     * @param stream the stream of quiet tasks
     * @param latest the target of the latest quiet task
     */
    HotTrial(int tasks, Stream stream, Target latest) {
        this.tasks = tasks;
        this.stream = stream;
        this.lateness = new Lateness(HOT, Target.NONE, Target.NONE, latest);
    }

    @Override
    public String name() {
        return HOT;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(lateness.metrics());
        metrics.add(rate);
        return metrics;
    }

    @Override
    public boolean isFor(Contender contender) {
        return !WITHOUT.contains(contender.name());
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        Arrived hot = new Arrived();
        Arrived arrived = Arrived.once(0);
        try (OpenQueue queue = contender.open(server.address())) {
            long dueAt = backlog.load(queue, tasks, contender, server).dueAt();
            List<String> topics = new ArrayList<>(quiet);
            topics.add(HOT);
            queue.consume(topics, payload -> (Items.dueAt(payload) == dueAt ? hot : arrived).arrived(payload));
            Backlog.awaitTime(dueAt);
            Random random = new Random(5);
            stream.run(queue, () -> quiet.get(random.nextInt(quiet.size())), PATIENCE)
                    .report(contender.name(), context.progress());
            if (!arrived.await(stream.size(), PATIENCE)) {
                throw new IllegalStateException(arrived.number() + " of " + stream.size() + " tasks came");
            }
            double seconds = (System.currentTimeMillis() - dueAt) / 1_000d;
            long done = hot.number();
            if (done == tasks) {
                context.progress().accept(contender.name() + ": the hot topic was empty before the last quiet task");
            }
            context.results().record(rate, contender.name(), done / seconds);
        } finally {
            server.clear();
        }
        arrived.requireNoneEarly(contender.name(), context.progress());
        lateness.record(arrived, contender, context.results());
    }
}
