package io.delayqueue.memory;

import io.delayqueue.store.HistoryRemovalsContract;

/** Records of removed and replaced tasks in memory. */
class InMemoryHistoryRemovalsTests extends HistoryRemovalsContract {

    InMemoryHistoryRemovalsTests() {
        super(new MemoryUnderTest());
    }
}
