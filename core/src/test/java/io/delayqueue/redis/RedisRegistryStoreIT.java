package io.delayqueue.redis;

import io.delayqueue.store.RegistryStoreContract;
import io.delayqueue.testing.RedisServer;

/** The register on a server. */
class RedisRegistryStoreIT extends RegistryStoreContract {

    RedisRegistryStoreIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }
}
