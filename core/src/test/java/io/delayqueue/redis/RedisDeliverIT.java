package io.delayqueue.redis;

import io.delayqueue.store.DeliverContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Pushes that bring tasks along on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisDeliverIT extends DeliverContract {

    RedisDeliverIT(Topology topology) {
        super(topology);
    }
}
