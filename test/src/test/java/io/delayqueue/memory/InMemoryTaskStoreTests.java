package io.delayqueue.memory;

import io.delayqueue.store.TaskStoreContract;

/** The life of a task in memory; after each test a task must be in exactly one order. */
class InMemoryTaskStoreTests extends TaskStoreContract {

    InMemoryTaskStoreTests() {
        super(new MemoryUnderTest());
    }
}
