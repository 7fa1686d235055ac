package io.delayqueue.memory;

import io.delayqueue.store.HistoryRulesContract;

/** Rules of histories in memory. */
class InMemoryHistoryRulesTests extends HistoryRulesContract {

    InMemoryHistoryRulesTests() {
        super(new MemoryUnderTest());
    }
}
