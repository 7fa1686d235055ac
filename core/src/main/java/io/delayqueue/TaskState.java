package io.delayqueue;

/** Where an unfinished task is. A task is in exactly one state; a finished one is in none. */
public enum TaskState {
    /** Waits for its time. */
    DELAYED,
    /** Due, and waits for a free callback. */
    READY,
    /** Leased to an instance, which runs it or is about to. */
    RESERVED,
    /** Has failed for good and is kept with its error. */
    DEAD
}
