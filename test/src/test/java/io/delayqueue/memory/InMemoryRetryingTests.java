package io.delayqueue.memory;

import io.delayqueue.store.RetryingContract;

/** Tasks that are being retried in memory. */
class InMemoryRetryingTests extends RetryingContract {

    InMemoryRetryingTests() {
        super(new MemoryUnderTest());
    }
}
