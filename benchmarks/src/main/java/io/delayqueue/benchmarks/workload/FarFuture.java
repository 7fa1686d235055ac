package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;

/** Creates tasks that are due long after the end of any trial, at different times, which are the same for every contender. */
final class FarFuture implements Supplier<Item> {

    private final Random random = new Random(2);

    private final String topic;

    private final long from;

    private final int spreadSeconds;

    /** Range of the due times from now. */
    FarFuture(String topic, Duration soonest, Duration latest) {
        this.topic = topic;
        this.from = System.currentTimeMillis() + soonest.toMillis();
        this.spreadSeconds = (int) latest.minus(soonest).toSeconds();
    }

    @Override
    public Item get() {
        return Items.due(topic, from + random.nextInt(spreadSeconds) * 1_000L + random.nextInt(1_000));
    }
}
