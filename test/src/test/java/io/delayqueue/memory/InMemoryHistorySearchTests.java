package io.delayqueue.memory;

import io.delayqueue.store.HistorySearchContract;

/** Searches in histories in memory. */
class InMemoryHistorySearchTests extends HistorySearchContract {

    InMemoryHistorySearchTests() {
        super(new MemoryUnderTest());
    }
}
