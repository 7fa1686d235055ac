package io.delayqueue.redis;

import io.delayqueue.store.HistorySearchContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisHistorySearchIT extends HistorySearchContract {

    RedisHistorySearchIT(Topology topology) {
        super(topology);
    }
}
