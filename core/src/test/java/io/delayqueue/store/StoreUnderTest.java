package io.delayqueue.store;

import java.time.Duration;
import java.util.List;

/** A store that the contracts are held against. */
public interface StoreUnderTest {

    /** The tasks. */
    TaskStore tasks();

    /** The tasks of a topic together. */
    TopicStore topics();

    /** The dead letters. */
    DeadLetterStore deadLetters();

    /** The limits. */
    default LimitStore limits() {
        throw new UnsupportedOperationException();
    }

    /** The signals of topics. */
    default Signals signals() {
        throw new UnsupportedOperationException();
    }

    /** Takes the signal of a topic; returns whether there was one. */
    default boolean takeSignal(String group, String topic) {
        return signals().await(group, List.of(topic), "i", Duration.ZERO) != null;
    }

    /** Who works for a group. */
    InstanceStore instances();

    /** Looks at a group from within; fails if a task is not in exactly one structure. */
    void audit(String group);
}
