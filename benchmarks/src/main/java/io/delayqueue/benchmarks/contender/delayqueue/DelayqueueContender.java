package io.delayqueue.benchmarks.contender.delayqueue;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.callback.TopicOptions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** This project. */
public final class DelayqueueContender implements Contender {

    @Override
    public String name() {
        return Targets.OURS;
    }

    @Override
    public String version() {
        return Build.version();
    }

    @Override
    public OpenQueue open(Address redis) {
        return open(redis, TopicOptions.DEFAULT, item -> null);
    }

    @Override
    public OpenQueue open(Address redis, TopicOptions options, Function<Item, @Nullable String> key) {
        return new DelayqueueQueue(redis, options, key);
    }
}
