package io.delayqueue.memory;

import io.delayqueue.store.KeysContract;

/** Keys in memory. */
class InMemoryKeysTests extends KeysContract {

    InMemoryKeysTests() {
        super(new MemoryUnderTest());
    }
}
