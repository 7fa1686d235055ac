package io.delayqueue.memory;

import io.delayqueue.store.InstanceStoreContract;

/** What instances tell in memory. */
class InMemoryInstanceStoreTests extends InstanceStoreContract {

    InMemoryInstanceStoreTests() {
        super(new MemoryUnderTest());
    }
}
