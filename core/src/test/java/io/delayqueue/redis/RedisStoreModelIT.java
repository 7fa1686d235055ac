package io.delayqueue.redis;

import io.delayqueue.store.StoreModelContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations on one server and on a cluster, compared with a model. */
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class RedisStoreModelIT extends StoreModelContract {

    RedisStoreModelIT(Topology topology) {
        super(topology);
    }
}
