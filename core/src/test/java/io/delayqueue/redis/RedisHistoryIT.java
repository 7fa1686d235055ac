package io.delayqueue.redis;

import io.delayqueue.store.HistoryContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisHistoryIT extends HistoryContract {

    RedisHistoryIT(Topology topology) {
        super(topology);
    }
}
