package io.delayqueue.redis;

import io.delayqueue.store.RepeatsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that repeat on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRepeatsIT extends RepeatsContract {

    RedisRepeatsIT(Topology topology) {
        super(topology);
    }
}
