package io.delayqueue.memory;

import io.delayqueue.store.DeadLettersContract;

/** Operations on dead letters in memory. */
class InMemoryDeadLettersTests extends DeadLettersContract {

    InMemoryDeadLettersTests() {
        super(new MemoryUnderTest());
    }
}
