package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.HIGHER;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.jdbc.ApplicationOutbox;
import java.util.List;
import java.util.Locale;

/** Rows of an outbox that one sweep applies, because no instance has applied them after their commits. */
final class SweepTrial implements OwnTrial {

    private static final int ROWS_A_TRANSACTION = 1_000;

    private final int rows;

    private final Metric rate;

    /**
     * Creates a trial.
     *
     * @param rows the number of rows, a multiple of {@value #ROWS_A_TRANSACTION}
     */
    SweepTrial(int rows) {
        this.rows = rows;
        this.rate = new Metric(name(), "throughput", "rows/s", HIGHER, Targets.atLeast(20_000, "rows/s"));
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "transactional, sweep of %,d", rows);
    }

    @Override
    public List<Metric> metrics() {
        return List.of(rate);
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        try (Shop shop = new Shop()) {
            for (int done = 0; done < rows; done += ROWS_A_TRANSACTION) {
                shop.record(ROWS_A_TRANSACTION);
            }
            Thread.sleep(ApplicationOutbox.SWEEP_AFTER.toMillis());
            long began = System.nanoTime();
            shop.outbox().sweep();
            double seconds = (System.nanoTime() - began) / 1e9;
            shop.requireEmptyOutbox();
            context.results().record(rate, contender.name(), rows / seconds);
        }
    }
}
