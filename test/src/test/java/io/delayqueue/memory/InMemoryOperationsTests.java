package io.delayqueue.memory;

import io.delayqueue.store.OperationsContract;

/** Operations on tasks in memory. */
class InMemoryOperationsTests extends OperationsContract {

    InMemoryOperationsTests() {
        super(new MemoryUnderTest());
    }
}
