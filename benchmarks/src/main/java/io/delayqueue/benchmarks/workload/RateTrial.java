package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;
import static io.delayqueue.benchmarks.measure.Targets.atMost;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Backlog of a topic that has a rate over several instances. */
final class RateTrial implements OwnTrial {

    private final String name;

    private final int perSecond;

    private final Duration warmUp;

    private final Duration watched;

    private final Metric rate;

    private final Metric deviation;

    private final Metric calls;

    /**
     * Creates a trial.
     *
     * @param perSecond the rate
     * @param warmUp the time before the measurement
     * @param watched the time of the measurement
     */
    RateTrial(int perSecond, Duration warmUp, Duration watched) {
        this.name = String.format(Locale.ROOT, "limited, %,d a second", perSecond);
        this.perSecond = perSecond;
        this.warmUp = warmUp;
        this.watched = watched;
        this.rate = new Metric(name, "delivered", "tasks/s", HIGHER, Target.NONE);
        this.deviation = new Metric(name, "deviation", "%", LOWER, atMost(1, "%"));
        this.calls = new Metric(name, "calls", "calls/task", LOWER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate, deviation, calls);
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        LongAdder begun = new LongAdder();
        TopicLimits limits = new TopicLimits(null, new Rate(perSecond, TimeUnit.SECONDS), Set.of());
        try (LimitedInstances instances = new LimitedInstances(contender, server, limits)) {
            instances.begin(perSecond, payload -> begun.increment(), warmUp, watched);
            long callsBefore = server.calls();
            long before = begun.sum();
            long began = System.nanoTime();
            Thread.sleep(watched.toMillis());
            double seconds = (System.nanoTime() - began) / 1e9;
            long done = begun.sum() - before;
            long callsMade = server.calls() - callsBefore;
            instances.requireBacklog();
            Results results = context.results();
            results.record(rate, contender.name(), done / seconds);
            results.record(deviation, contender.name(), Math.abs(done / seconds / perSecond - 1) * 100);
            results.record(calls, contender.name(), (double) callsMade / Math.max(done, 1));
        }
    }
}
