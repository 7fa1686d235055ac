package io.delayqueue.redis;

import io.delayqueue.store.OperationsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What users do with a task on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisOperationsIT extends OperationsContract {

    RedisOperationsIT(Topology topology) {
        super(topology);
    }
}
