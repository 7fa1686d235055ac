package io.delayqueue.memory;

import io.delayqueue.store.FailedAttemptsContract;

/** Failed attempts in memory. */
class InMemoryFailedAttemptsTests extends FailedAttemptsContract {

    InMemoryFailedAttemptsTests() {
        super(new MemoryUnderTest());
    }
}
