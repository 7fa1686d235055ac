package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Backlog of a topic whose concurrency is limited over several instances, with callbacks of 20 to 80 ms. */
final class ConcurrencyTrial implements OwnTrial {

    private static final int SHORTEST_MILLIS = 20;

    private static final int LONGEST_MILLIS = 80;

    /** Time between two looks at the number of leases, which take processor time from the instances. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String name;

    private final int places;

    private final Duration warmUp;

    private final Duration watched;

    private final Metric rate;

    private final Metric calls;

    private final Metric most;

    private final Metric idle;

    private final Metric outside;

    /**
     * Creates a trial.
     *
     * @param places the concurrency
     * @param warmUp the time before the measurement
     * @param watched the time of the measurement
     */
    ConcurrencyTrial(int places, Duration warmUp, Duration watched) {
        this.name = String.format("limited, %d at once", places);
        this.places = places;
        this.warmUp = warmUp;
        this.watched = watched;
        this.rate = new Metric(name, "throughput", "tasks/s", HIGHER, Target.NONE);
        this.calls = new Metric(name, "calls", "calls/task", LOWER, Target.NONE);
        this.most = new Metric(name, "most at once", "tasks", LOWER, atMost(places));
        this.idle = new Metric(name, "idle places", "% of time", LOWER, atMost(2, "%"));
        this.outside = new Metric(name, "outside callbacks", "% of time", LOWER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate, calls, most, idle, outside);
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        Places taken = new Places();
        TopicLimits limits = new TopicLimits(places, null, Set.of());
        try (LimitedInstances instances = new LimitedInstances(contender, server, limits)) {
            instances.begin(places * 1_000 / SHORTEST_MILLIS, payload -> taken.run(), warmUp, watched);
            long callsBefore = server.calls();
            long before = taken.begun.sum();
            long nanosBefore = taken.nanos.sum();
            long began = System.nanoTime();
            double leased = meanLeases(server, began + watched.toNanos(), taken);
            long nanos = System.nanoTime() - began;
            long done = taken.begun.sum() - before;
            long nanosInCallbacks = taken.nanos.sum() - nanosBefore;
            long callsMade = server.calls() - callsBefore;
            instances.requireBacklog();
            Results results = context.results();
            results.record(rate, contender.name(), done * 1e9 / nanos);
            results.record(calls, contender.name(), (double) callsMade / Math.max(done, 1));
            results.record(most, contender.name(), taken.most.get());
            results.record(idle, contender.name(), (1 - leased / places) * 100);
            results.record(outside, contender.name(), (1 - (double) nanosInCallbacks / nanos / places) * 100);
        }
    }

    /** Reads the number of leases again and again, by a command that is not counted as a call. */
    private static double meanLeases(MeasuredServer server, long until, Places taken) {
        long sum = 0;
        long looks = 0;
        while (System.nanoTime() < until) {
            long leases = server.client().zcard("{delayqueue}:RESERVED:" + LimitedInstances.TOPIC);
            taken.most.accumulate(leases);
            sum += leases;
            looks++;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return (double) sum / Math.max(looks, 1);
    }

    /** Places that callbacks take. */
    private static final class Places {

        private final LongAdder begun = new LongAdder();

        private final LongAdder nanos = new LongAdder();

        private final AtomicInteger running = new AtomicInteger();

        private final LongAccumulator most = new LongAccumulator(Math::max, 0);

        void run() {
            long began = System.nanoTime();
            begun.increment();
            most.accumulate(running.incrementAndGet());
            int millis = ThreadLocalRandom.current().nextInt(SHORTEST_MILLIS, LONGEST_MILLIS + 1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            running.decrementAndGet();
            nanos.add(System.nanoTime() - began);
        }
    }
}
