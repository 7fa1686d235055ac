package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;

/**
 * No queue, but what bounds every engine that would use these scripts: the commands that this project sends, their bytes
 * prepared before the clock runs where that is possible, over bare connections.
 */
public final class LimitContender implements Contender {

    @Override
    public String name() {
        return "limit";
    }

    @Override
    public String version() {
        return "the same scripts over bare connections";
    }

    @Override
    public OpenQueue open(Address redis) {
        return new LimitQueue(redis);
    }
}
