package io.delayqueue.memory;

import io.delayqueue.store.AddWindowsContract;

/** Tasks that ask for more than a time, in memory. */
class InMemoryAddWindowsTests extends AddWindowsContract {

    InMemoryAddWindowsTests() {
        super(new MemoryUnderTest());
    }
}
