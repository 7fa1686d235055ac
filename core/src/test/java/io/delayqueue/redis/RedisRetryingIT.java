package io.delayqueue.redis;

import io.delayqueue.store.RetryingContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that are being retried on every topology. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRetryingIT extends RetryingContract {

    RedisRetryingIT(Topology topology) {
        super(topology);
    }
}
