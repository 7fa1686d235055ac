package io.delayqueue.memory;

import io.delayqueue.store.HistoryContract;

/** Records of histories in memory. */
class InMemoryHistoryTests extends HistoryContract {

    InMemoryHistoryTests() {
        super(new MemoryUnderTest());
    }
}
