package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Stream of tasks of a rare key, while a hot key of the topic has many ready tasks. */
final class RareTrial implements OwnTrial {

    private static final String TOPIC = "rare";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Backlog backlog = new Backlog(TOPIC);

    private final String name;

    private final int tasks;

    private final Stream stream;

    private final TopicOptions options;

    private final boolean keyed;

    private final Lateness lateness;

    private final Metric rate;

    /**
     * Creates a trial.
     *
     * @param tasks the number of ready tasks
     * @param stream the stream of rare tasks
     * @param options the options of the topic
     * @param keyed whether tasks have keys; without keys the rare ones are in one line with the others
     */
    RareTrial(String name, int tasks, Stream stream, TopicOptions options, boolean keyed) {
        this.name = name;
        this.tasks = tasks;
        this.stream = stream;
        this.options = options;
        this.keyed = keyed;
        this.lateness = new Lateness(name, Target.NONE, Target.NONE, Target.NONE);
        this.rate = new Metric(name, "throughput", "tasks/s", HIGHER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(lateness.metrics());
        metrics.add(rate);
        return metrics;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        Arrived hot = new Arrived();
        Arrived rare = Arrived.once(0);
        Keying keying = new Keying();
        try (OpenQueue queue = contender.open(server.address(), options, item -> keyed ? keying.key : null)) {
            long dueAt = backlog.load(queue, tasks, contender, server).dueAt();
            keying.key = "rare";
            queue.pause(TOPIC);
            queue.consume(List.of(TOPIC), payload -> (Items.dueAt(payload) == dueAt ? hot : rare).arrived(payload));
            Backlog.awaitTime(dueAt);
            while (server.client().zcard("{delayqueue}:WAITING:" + TOPIC) > 0) {
                Thread.sleep(1);
            }
            long resumed = System.currentTimeMillis();
            queue.resume(TOPIC);
            stream.run(queue, () -> TOPIC, PATIENCE).report(contender.name(), context.progress());
            long done = hot.number();
            double seconds = (System.currentTimeMillis() - resumed) / 1_000d;
            if (done == tasks && keyed) {
                context.progress().accept(contender.name() + ": the hot key was empty before the last rare task");
            }
            if (!rare.await(stream.size(), PATIENCE)) {
                throw new IllegalStateException(rare.number() + " of " + stream.size() + " tasks came");
            }
            context.results().record(rate, contender.name(), done / seconds);
        } finally {
            server.clear();
        }
        rare.requireNoneEarly(contender.name(), context.progress());
        lateness.record(rare, contender, context.results());
    }

    /** Key of the tasks that are being added. */
    private static final class Keying {

        private volatile String key = Keys.HOT;
    }
}
