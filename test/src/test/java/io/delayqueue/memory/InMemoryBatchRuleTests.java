package io.delayqueue.memory;

import io.delayqueue.store.BatchRuleContract;

/** Rules of batches in memory. */
class InMemoryBatchRuleTests extends BatchRuleContract {

    InMemoryBatchRuleTests() {
        super(new MemoryUnderTest());
    }
}
