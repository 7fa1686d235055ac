package io.delayqueue.store;

import org.junit.jupiter.api.AfterEach;

/** What contracts of stores share: the store, and that after each test a task must be in exactly one structure. */
public abstract class StoreContract extends StoreFixture {

    private final StoreUnderTest underTest;

    protected StoreContract(StoreUnderTest underTest) {
        this.underTest = underTest;
    }

    protected StoreUnderTest underTest() {
        return underTest;
    }

    @Override
    protected TaskStore store() {
        return underTest.tasks();
    }

    @Override
    protected TopicStore topics() {
        return underTest.topics();
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return underTest.deadLetters();
    }

    protected void audit(String auditedGroup) {
        underTest.audit(auditedGroup);
    }

    @AfterEach
    void everyTaskIsInExactlyOneStructure() {
        audit(group);
    }
}
