package io.delayqueue.redis;

import io.delayqueue.store.KeysContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisKeysIT extends KeysContract {

    RedisKeysIT(Topology topology) {
        super(topology);
    }
}
