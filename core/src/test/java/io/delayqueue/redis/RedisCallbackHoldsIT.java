package io.delayqueue.redis;

import io.delayqueue.store.CallbackHoldsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds by releases on every topology. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisCallbackHoldsIT extends CallbackHoldsContract {

    RedisCallbackHoldsIT(Topology topology) {
        super(topology);
    }
}
