package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures from the due time of many tasks to the last acknowledgement. */
final class DrainTrial implements Trial {

    private static final String TOPIC = "drain";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration FIRST_LEAD = Duration.ofMillis(500);

    /** Pause between the last add and the due time. */
    private static final Duration REST = Duration.ofMillis(300);

    private static final int WARM_UP = 1_000;

    private final Map<String, Duration> leads = new HashMap<>();

    private final int tasks;

    private final Set<String> without;

    private final Metric rate;

    private final Metric calls;

    DrainTrial(int tasks, Set<String> without, Target target) {
        this.tasks = tasks;
        this.without = without;
        this.rate = new Metric(name(), "throughput", "tasks/s", HIGHER, target);
        this.calls = new Metric(name(), "calls", "calls/task", LOWER, Targets.atMost(0.1));
    }

    @Override
    public String name() {
        return String.format("drain %,d", tasks);
    }

    Metric rate() {
        return rate;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate, calls);
    }

    @Override
    public boolean isFor(Contender contender) {
        return !without.contains(contender.name());
    }

    /** Warm-up of compilers and connections, the same for each contender. */
    @Override
    public void prepare(Contender contender, TrialContext context) throws Exception {
        drain(contender, context, WARM_UP, (perSecond, callsPerTask) -> {});
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        drain(contender, context, tasks, (perSecond, callsPerTask) -> {
            context.results().record(rate, contender.name(), perSecond);
            context.results().record(calls, contender.name(), callsPerTask);
        });
    }

    private interface Outcome {
        void record(double perSecond, double callsPerTask);
    }

    private void drain(Contender contender, TrialContext context, int number, Outcome outcome) throws Exception {
        Arrived arrived = new Arrived();
        try (OpenQueue queue = contender.open(context.server().address())) {
            long dueAt = load(queue, number, contender.name(), context);
            queue.consume(List.of(TOPIC), arrived);
            while (System.currentTimeMillis() < dueAt - 20) {
                Thread.sleep(1);
            }
            long callsBefore = context.server().calls();
            boolean all = arrived.await(number, PATIENCE);
            if (!all) {
                throw new IllegalStateException(
                        String.format("stopped after %,d of %,d tasks", arrived.number(), number));
            }
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (queue.remaining(TOPIC) > 0) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException(queue.remaining(TOPIC) + " tasks were never acknowledged");
                }
                Thread.sleep(1);
            }
            long millis = System.currentTimeMillis() - dueAt;
            long callsAfter = context.server().calls();
            arrived.requireNoneEarly(contender.name(), context.progress());
            outcome.record(number * 1_000d / millis, (double) (callsAfter - callsBefore) / number);
        } finally {
            context.server().clear();
        }
    }

    /** Adds the tasks before they are due; retries with more time if it was not enough. */
    private long load(OpenQueue queue, int number, String contender, TrialContext context) throws Exception {
        while (true) {
            Duration lead = leads.getOrDefault(contender + number, FIRST_LEAD.plusMillis(number / 25));
            long dueAt = System.currentTimeMillis() + lead.toMillis();
            Adding.all(queue, Items.due(TOPIC, dueAt, number));
            if (System.currentTimeMillis() < dueAt - REST.toMillis()) {
                return dueAt;
            }
            leads.put(contender + number, lead.multipliedBy(2));
            context.server().clear();
        }
    }
}
