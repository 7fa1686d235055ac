package io.delayqueue.redis;

import io.delayqueue.store.BatchRuleContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisBatchRuleIT extends BatchRuleContract {

    RedisBatchRuleIT(Topology topology) {
        super(topology);
    }
}
