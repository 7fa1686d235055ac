package io.delayqueue.redis;

import io.delayqueue.store.WakeUpsContract;
import io.delayqueue.testing.RedisServer;

/** What instances tell each other through a server. */
class RedisWakeUpsIT extends WakeUpsContract {

    RedisWakeUpsIT() {
        super(RedisBackend.connect(
                RedisServer.shared().host(), RedisServer.shared().port()));
    }
}
