package io.delayqueue.redis;

import io.delayqueue.store.KeyLeavesContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisKeyLeavesIT extends KeyLeavesContract {

    RedisKeyLeavesIT(Topology topology) {
        super(topology);
    }
}
