package io.delayqueue.memory;

import io.delayqueue.store.DeliverContract;

/** A push in memory that brings tasks along. */
class InMemoryDeliverTests extends DeliverContract {

    InMemoryDeliverTests() {
        super(new MemoryUnderTest());
    }
}
