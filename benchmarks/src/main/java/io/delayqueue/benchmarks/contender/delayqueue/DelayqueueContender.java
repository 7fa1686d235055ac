package io.delayqueue.benchmarks.contender.delayqueue;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.server.Address;

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
        return new DelayqueueQueue(redis);
    }
}
