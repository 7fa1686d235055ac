package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Targets.atLeast;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A stream of tasks through a topic in which so many others wait. */
final class SteadyTrial implements Trial {

    private static final Duration SOONEST = Duration.ofDays(30);

    private static final Duration LATEST = Duration.ofDays(60);

    /** What runs before the first round, so that compilers are through. */
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private final int pending;

    private final Stream stream;

    private final Duration patience;

    private final Metric delivered;

    private final Lateness lateness;

    /** How many topics each contender has used up. */
    private final Map<String, Integer> used = new HashMap<>();

    /** Contenders whose topic has tasks in it that did not come. */
    private final Set<String> behind = new HashSet<>();

    SteadyTrial(int pending, Stream stream, Duration patience, Target timely) {
        this.pending = pending;
        this.stream = stream;
        this.patience = patience;
        this.delivered = new Metric(name(), "delivered", "%", HIGHER, atLeast(100, "%"));
        this.lateness = new Lateness(name(), Target.NONE, timely);
    }

    @Override
    public String name() {
        return String.format("steady, %,d pending", pending);
    }

    Metric high() {
        return lateness.high();
    }

    @Override
    public boolean isFor(Contender contender) {
        return !contender.name().equals("limit");
    }

    @Override
    public List<Metric> metrics() {
        return List.of(delivered, lateness.middle(), lateness.high());
    }

    @Override
    public void prepare(Contender contender, Surroundings surroundings) throws Exception {
        if (pending > 0) {
            load(contender, surroundings.server());
        } else {
            Stream few = stream.lasting(WARM_UP);
            pass(few, contender, surroundings, Arrived.once(0));
        }
    }

    private void load(Contender contender, MeasuredServer server) throws Exception {
        try (OpenQueue queue = contender.open(server.address())) {
            Adding.all(queue, pending, new FarFuture(topic(contender), SOONEST, LATEST));
            long there = queue.remaining(topic(contender));
            if (there != pending) {
                throw new IllegalStateException(String.format("%,d tasks are pending instead of %,d", there, pending));
            }
        }
    }

    @Override
    public void round(Contender contender, Surroundings surroundings) throws Exception {
        if (behind.remove(contender.name())) {
            startAfresh(contender, surroundings.server());
        }
        Arrived arrived = Arrived.once(System.currentTimeMillis());
        pass(stream, contender, surroundings, arrived);
        arrived.requireNoneEarly(contender.name(), surroundings.progress());
        surroundings.results().record(delivered, contender.name(), arrived.number() * 100d / stream.size());
        lateness.record(arrived, contender, surroundings.results());
    }

    private void pass(Stream tasks, Contender contender, Surroundings surroundings, Arrived arrived) throws Exception {
        try (OpenQueue queue = contender.open(surroundings.server().address())) {
            queue.consume(List.of(topic(contender)), arrived);
            Stream.Sent sent = tasks.run(queue, () -> topic(contender), patience);
            sent.tell(contender.name(), surroundings.progress());
            if (!arrived.awaitUntil(sent.planned(), sent.lastDue() + patience.toMillis())) {
                behind.add(contender.name());
            }
        }
    }

    /** Tasks that did not come would be in the way of the next round's: it gets another topic, with as much in it. */
    private void startAfresh(Contender contender, MeasuredServer server) throws Exception {
        server.remove(topic(contender));
        used.merge(contender.name(), 1, Integer::sum);
        load(contender, server);
    }

    private String topic(Contender contender) {
        return "steady-" + used.getOrDefault(contender.name(), 0) + "-" + contender.name();
    }
}
