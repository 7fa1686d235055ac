package io.delayqueue.memory;

import io.delayqueue.store.TagsContract;

/** Tags in memory. */
class InMemoryTagsTests extends TagsContract {

    InMemoryTagsTests() {
        super(new MemoryUnderTest());
    }
}
