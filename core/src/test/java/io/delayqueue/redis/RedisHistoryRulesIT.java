package io.delayqueue.redis;

import io.delayqueue.store.HistoryRulesContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisHistoryRulesIT extends HistoryRulesContract {

    RedisHistoryRulesIT(Topology topology) {
        super(topology);
    }
}
