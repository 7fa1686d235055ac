package io.delayqueue.memory;

import io.delayqueue.store.OperationsContract;

/** What users do with tasks in memory. */
class InMemoryOperationsTests extends OperationsContract {

    InMemoryOperationsTests() {
        super(new MemoryUnderTest());
    }
}
