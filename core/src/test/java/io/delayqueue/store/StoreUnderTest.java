package io.delayqueue.store;

/** A store that the contracts are held against. */
public interface StoreUnderTest {

    /** The tasks. */
    TaskStore tasks();

    /** The tasks of a topic together. */
    TopicStore topics();

    /** The dead letters. */
    DeadLetterStore deadLetters();

    /** The limits. */
    LimitStore limits();

    /** The histories. */
    HistoryStore history();

    /** Takes the signal of a topic; returns whether there was one. */
    boolean takeSignal(String group, String topic);

    /** Who works for a group. */
    InstanceStore instances();

    /** Looks at a group from within; fails if a task is not in exactly one structure. */
    void audit(String group);
}
