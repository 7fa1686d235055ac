package io.delayqueue.memory;

import io.delayqueue.store.LimitDeclarationsContract;

/** Declarations of limits in memory, and what operators read and change. */
class InMemoryLimitDeclarationsTests extends LimitDeclarationsContract {

    InMemoryLimitDeclarationsTests() {
        super(new MemoryUnderTest());
    }
}
