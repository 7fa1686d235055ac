package io.delayqueue.memory;

import io.delayqueue.store.KeyViewsContract;

/** Views of keys in memory. */
class InMemoryKeyViewsTests extends KeyViewsContract {

    InMemoryKeyViewsTests() {
        super(new MemoryUnderTest());
    }
}
