package io.delayqueue.redis;

import io.delayqueue.store.SignalsContract;
import io.delayqueue.testing.RedisServer;

/** How consumers wait on a server. */
class RedisSignalsIT extends SignalsContract {

    RedisSignalsIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }
}
