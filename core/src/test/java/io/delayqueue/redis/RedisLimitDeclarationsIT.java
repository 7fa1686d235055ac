package io.delayqueue.redis;

import io.delayqueue.store.LimitDeclarationsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisLimitDeclarationsIT extends LimitDeclarationsContract {

    RedisLimitDeclarationsIT(Topology topology) {
        super(topology);
    }
}
