package io.delayqueue.memory;

import io.delayqueue.store.TopicStoreContract;

/** What is done with topics in memory. */
class InMemoryTopicStoreTests extends TopicStoreContract {

    InMemoryTopicStoreTests() {
        super(new MemoryUnderTest());
    }
}
