package io.delayqueue.redis;

import io.delayqueue.store.PushAndReserveContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Pushes that also reserve, on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisPushAndReserveIT extends PushAndReserveContract {

    RedisPushAndReserveIT(Topology topology) {
        super(topology);
    }
}
