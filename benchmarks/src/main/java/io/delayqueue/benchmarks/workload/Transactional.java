package io.delayqueue.benchmarks.workload;

import java.time.Duration;
import java.util.List;

/** Database transactions without and with tasks that are added by them, and the sweep of an outbox. */
public final class Transactional implements Workload {

    @Override
    public String name() {
        return "transactional";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return List.of(
                new TransactionsTrial(scale.of(Duration.ofSeconds(5), Duration.ofMillis(300))),
                new SweepTrial(scale.of(100_000, 2_000)));
    }
}
