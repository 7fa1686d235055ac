package io.delayqueue.memory;

import io.delayqueue.store.CallbackHoldsContract;

/** Holds by releases in memory. */
class InMemoryCallbackHoldsTests extends CallbackHoldsContract {

    InMemoryCallbackHoldsTests() {
        super(new MemoryUnderTest());
    }
}
