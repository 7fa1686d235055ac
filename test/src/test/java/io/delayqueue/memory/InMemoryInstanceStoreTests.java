package io.delayqueue.memory;

import io.delayqueue.store.InstanceStoreContract;

/** Heartbeats of instances in memory. */
class InMemoryInstanceStoreTests extends InstanceStoreContract {

    InMemoryInstanceStoreTests() {
        super(new MemoryUnderTest());
    }
}
