package io.delayqueue.benchmarks.contender.ancestor;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;

/** The algorithm of this project's ancestor, reimplemented in small, with its defects; the package tells which parts. */
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
