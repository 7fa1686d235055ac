package io.delayqueue.memory;

import io.delayqueue.store.PushAndReserveContract;

/** A push in memory that also reserves. */
class InMemoryPushAndReserveTests extends PushAndReserveContract {

    InMemoryPushAndReserveTests() {
        super(new MemoryUnderTest());
    }
}
