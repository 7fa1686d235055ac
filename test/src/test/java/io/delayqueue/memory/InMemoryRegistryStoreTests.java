package io.delayqueue.memory;

import io.delayqueue.store.RegistryStoreContract;
import java.time.Clock;

/** Registry in memory. */
class InMemoryRegistryStoreTests extends RegistryStoreContract {

    InMemoryRegistryStoreTests() {
        super(new InMemoryBackend(Clock.systemUTC()));
    }
}
