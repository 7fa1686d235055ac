package io.delayqueue.memory;

import io.delayqueue.store.KeyLeavesContract;

/** Changes by which tasks leave their keys, in memory. */
class InMemoryKeyLeavesTests extends KeyLeavesContract {

    InMemoryKeyLeavesTests() {
        super(new MemoryUnderTest());
    }
}
