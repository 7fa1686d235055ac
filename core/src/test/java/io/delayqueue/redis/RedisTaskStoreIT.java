package io.delayqueue.redis;

import io.delayqueue.store.TaskStoreContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of a task on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisTaskStoreIT extends TaskStoreContract {

    RedisTaskStoreIT(Topology topology) {
        super(topology);
    }
}
