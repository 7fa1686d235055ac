package io.delayqueue.redis;

import io.delayqueue.store.StoreLossContract;

/** Random operations on a server that loses its last writes now and then, compared with a model. */
class RedisStoreLossIT extends StoreLossContract {

    RedisStoreLossIT() {
        super(Topology.STANDALONE);
    }
}
