package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;

/**
 * Upper bound of every engine with these scripts, not a queue: the commands of this project over bare connections, with bytes
 * prepared before the measurement where possible.
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
