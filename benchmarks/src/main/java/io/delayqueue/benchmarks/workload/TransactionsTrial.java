package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;
import static io.delayqueue.benchmarks.measure.Better.LOWER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.workload.Shop.Way;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Transactions that insert a row: without a task, with one added after the commit, and with one in an outbox. */
final class TransactionsTrial implements OwnTrial {

    private static final int THREADS = 8;

    private static final double NANOS_A_MILLI = 1e6;

    private final Duration duration;

    private final Map<Way, Metric> medians = new EnumMap<>(Way.class);

    /** The medians of a round, relative to that of the bare transaction in the same round. */
    private final Map<Way, Metric> ratios = new EnumMap<>(Way.class);

    private final Map<Way, Metric> rates = new EnumMap<>(Way.class);

    /**
     * Creates a trial.
     *
     * @param duration the time of each measurement
     */
    TransactionsTrial(Duration duration) {
        this.duration = duration;
        for (Way way : Way.values()) {
            Target target = way == Way.OUTBOX ? Targets.atMostTimes(3, medians.get(Way.AFTER_COMMIT)) : Target.NONE;
            medians.put(way, new Metric(way.row, "p50 of 1 thread", "ms", LOWER, target));
            ratios.put(way, new Metric(way.row, "p50 beside bare", "x", LOWER, Target.NONE));
            rates.put(way, new Metric(way.row, THREADS + " threads", "transactions/s", HIGHER, Target.NONE));
        }
    }

    @Override
    public String name() {
        return "transactional";
    }

    @Override
    public List<Metric> metrics() {
        return Arrays.stream(Way.values())
                .flatMap(way -> Stream.of(medians.get(way), ratios.get(way), rates.get(way)))
                .toList();
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        double bare = 0;
        try (Shop shop = new Shop()) {
            shop.outbox().start();
            for (Way way : Way.values()) {
                Runnable transaction = shop.ordering(way);
                repeat(1, transaction, duration.dividedBy(3));
                Histogram nanos = new Histogram(3);
                repeat(1, () -> nanos.recordValue(time(transaction)), duration);
                double median = nanos.getValueAtPercentile(50) / NANOS_A_MILLI;
                bare = way == Way.BARE ? median : bare;
                context.results().record(medians.get(way), contender.name(), median);
                context.results().record(ratios.get(way), contender.name(), median / bare);
                context.results().record(rates.get(way), contender.name(), repeat(THREADS, transaction, duration));
            }
        }
    }

    private static long time(Runnable transaction) {
        long began = System.nanoTime();
        transaction.run();
        return System.nanoTime() - began;
    }

    private static double repeat(int threads, Runnable transaction, Duration duration) throws Exception {
        List<Runnable> own = Collections.nCopies(Integer.MAX_VALUE, transaction);
        return Clients.rate(Collections.nCopies(threads, own), duration);
    }
}
