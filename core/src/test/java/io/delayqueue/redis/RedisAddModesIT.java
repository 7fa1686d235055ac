package io.delayqueue.redis;

import io.delayqueue.store.AddModesContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How tasks are added on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisAddModesIT extends AddModesContract {

    RedisAddModesIT(Topology topology) {
        super(topology);
    }
}
