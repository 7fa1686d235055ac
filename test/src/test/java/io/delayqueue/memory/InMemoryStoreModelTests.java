package io.delayqueue.memory;

import io.delayqueue.store.StoreModelContract;

/** Random operations in memory, compared with a model. */
class InMemoryStoreModelTests extends StoreModelContract {

    InMemoryStoreModelTests() {
        super(new MemoryUnderTest());
    }
}
