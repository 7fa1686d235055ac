package io.delayqueue.store;

import org.junit.jupiter.api.AutoClose;

/** A whole store with a group of its own. */
public abstract class BackendFixture extends StoreFixture {

    @AutoClose
    protected final Backend backend;

    protected BackendFixture(Backend backend) {
        this.backend = backend;
    }

    @Override
    protected TaskStore store() {
        return backend.tasks();
    }

    @Override
    protected TopicStore topics() {
        return backend.topics();
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return backend.deadLetters();
    }
}
