package io.delayqueue.memory;

import io.delayqueue.store.LargeTasksContract;

/** Calls with many large tasks in memory. */
class InMemoryLargeTasksTests extends LargeTasksContract {

    InMemoryLargeTasksTests() {
        super(new MemoryUnderTest());
    }
}
