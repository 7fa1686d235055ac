package io.delayqueue.memory;

import io.delayqueue.store.AddModesContract;

/** How tasks are added in memory. */
class InMemoryAddModesTests extends AddModesContract {

    InMemoryAddModesTests() {
        super(new MemoryUnderTest());
    }
}
