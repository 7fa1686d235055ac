package io.delayqueue.redis;

import io.delayqueue.store.KeyViewsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisKeyViewsIT extends KeyViewsContract {

    RedisKeyViewsIT(Topology topology) {
        super(topology);
    }
}
