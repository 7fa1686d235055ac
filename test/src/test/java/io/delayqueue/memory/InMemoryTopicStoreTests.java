package io.delayqueue.memory;

import io.delayqueue.store.TopicStoreContract;

/** Operations on topics in memory. */
class InMemoryTopicStoreTests extends TopicStoreContract {

    InMemoryTopicStoreTests() {
        super(new MemoryUnderTest());
    }
}
