package io.delayqueue.memory;

import io.delayqueue.store.FailedAttemptsContract;

/** What is kept in memory of attempts that went wrong. */
class InMemoryFailedAttemptsTests extends FailedAttemptsContract {

    InMemoryFailedAttemptsTests() {
        super(new MemoryUnderTest());
    }
}
