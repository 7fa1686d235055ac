package io.delayqueue.redis;

import io.delayqueue.store.StoreLossContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations on one server and on a cluster that lose their last writes now and then, compared with a model. */
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class RedisStoreLossIT extends StoreLossContract {

    RedisStoreLossIT(Topology topology) {
        super(topology);
    }
}
