package io.delayqueue.memory;

import io.delayqueue.store.RepeatsContract;

/** Tasks in memory that repeat. */
class InMemoryRepeatsTests extends RepeatsContract {

    InMemoryRepeatsTests() {
        super(new MemoryUnderTest());
    }
}
