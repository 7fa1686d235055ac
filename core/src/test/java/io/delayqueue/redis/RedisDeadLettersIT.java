package io.delayqueue.redis;

import io.delayqueue.store.DeadLettersContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators do with dead letters on every topology; after each test a task must be in exactly one structure. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisDeadLettersIT extends DeadLettersContract {

    RedisDeadLettersIT(Topology topology) {
        super(topology);
    }
}
