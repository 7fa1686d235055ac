package io.delayqueue.benchmarks.contender.ancestor;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;

/** Algorithm of this project's ancestor, a small reimplementation with its defects; the package lists the parts. */
public final class AncestorContender implements Contender {

    @Override
    public String name() {
        return "ancestor";
    }

    @Override
    public String version() {
        return "the algorithm of PhoenixXC/DelayQueue, 2020";
    }

    @Override
    public OpenQueue open(Address redis) {
        return new AncestorQueue(redis);
    }
}
