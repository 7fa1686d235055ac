package io.delayqueue.memory;

import io.delayqueue.store.LimitsContract;

/** Limits in memory. */
class InMemoryLimitsTests extends LimitsContract {

    InMemoryLimitsTests() {
        super(new MemoryUnderTest());
    }
}
