package io.delayqueue.redis;

import io.delayqueue.store.HistoryRemovalsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisHistoryRemovalsIT extends HistoryRemovalsContract {

    RedisHistoryRemovalsIT(Topology topology) {
        super(topology);
    }
}
