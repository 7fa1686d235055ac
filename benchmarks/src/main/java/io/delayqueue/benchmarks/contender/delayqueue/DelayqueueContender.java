package io.delayqueue.benchmarks.contender.delayqueue;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.limit.TopicLimits;

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
        return open(redis, TopicLimits.NONE);
    }

    @Override
    public OpenQueue open(Address redis, TopicLimits limits) {
        return new DelayqueueQueue(redis, limits);
    }
}
