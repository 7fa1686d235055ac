package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.callback.TopicOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures from the due time of many tasks to the last acknowledgement with various options of the topic, one after the other in each round. */
final class OptionsTrial implements OwnTrial {

    private static final String TOPIC = "options";

    private final Backlog backlog = new Backlog(TOPIC);

    private final String name;

    private final long callMillis;

    private final List<Case> cases;

    /**
     * Options of a topic, and the keys of its tasks.
     *
     * @param name the row
     * @param tasks the number of tasks
     * @param options the options
     * @param key returns the key of a task, or null
     * @param target the target of the ratio to the rate of the first case
     */
    record Case(String name, int tasks, TopicOptions options, Function<Item, @Nullable String> key, Target target) {

        Metric rate() {
            return new Metric(name, "throughput", "tasks/s", HIGHER, Target.NONE);
        }

        Metric ratio() {
            return new Metric(name, "beside the first", "x", HIGHER, target);
        }

        Metric cpu() {
            return new Metric(name, "CPU of Redis", "µs/task", LOWER, Target.NONE);
        }

        Metric callbacks() {
            return new Metric(name, "callbacks", "calls/task", LOWER, Target.NONE);
        }
    }

    /**
     * Creates a trial.
     *
     * @param callMillis the time that each callback waits
     * @param cases the first is the one that the others are compared with
     */
    OptionsTrial(String name, long callMillis, List<Case> cases) {
        this.name = name;
        this.callMillis = callMillis;
        this.cases = cases;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        return cases.stream()
                .flatMap(each -> Stream.of(each.rate(), each.ratio(), each.cpu(), each.callbacks()))
                .toList();
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        double first = 0;
        for (Case each : cases) {
            double rate = drain(each, contender, context);
            first = first == 0 ? rate : first;
            context.results().record(each.rate(), contender.name(), rate);
            context.results().record(each.ratio(), contender.name(), rate / first);
        }
    }

    private double drain(Case each, Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        Results results = context.results();
        int tasks = each.tasks();
        try (OpenQueue queue = contender.open(server.address(), each.options(), each.key())) {
            long dueAt = backlog.load(queue, tasks, contender, server).dueAt();
            Calls calls = new Calls(callMillis);
            queue.consume(List.of(TOPIC), calls);
            Backlog.awaitTime(dueAt - 20);
            double cpuBefore = server.cpuMicros();
            Backlog.awaitEmpty(queue, TOPIC, calls.arrived, tasks);
            double rate = tasks * 1_000d / (System.currentTimeMillis() - dueAt);
            results.record(each.cpu(), contender.name(), (server.cpuMicros() - cpuBefore) / tasks);
            results.record(each.callbacks(), contender.name(), calls.number.sum() / (double) tasks);
            calls.arrived.requireNoneEarly(contender.name(), context.progress());
            return rate;
        } finally {
            server.clear();
        }
    }

    /** Counts the calls of callbacks. */
    private static final class Calls implements Arrivals {

        private final Arrived arrived = new Arrived();

        private final LongAdder number = new LongAdder();

        private final long millis;

        private Calls(long millis) {
            this.millis = millis;
        }

        @Override
        public void arrived(String payload) {
            arrived(List.of(payload));
        }

        @Override
        public void arrived(List<String> payloads) {
            number.increment();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            payloads.forEach(arrived::arrived);
        }
    }
}
