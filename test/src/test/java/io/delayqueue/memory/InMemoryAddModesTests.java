package io.delayqueue.memory;

import io.delayqueue.store.AddModesContract;

/** Modes of adds in memory. */
class InMemoryAddModesTests extends AddModesContract {

    InMemoryAddModesTests() {
        super(new MemoryUnderTest());
    }
}
