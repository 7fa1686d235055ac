package io.delayqueue;

/** States of an unfinished task. A task is in exactly one state; a finished one is in none. */
public enum TaskState {
    /** Waits for its due time. */
    DELAYED,
    /** Due; waits for a free callback. */
    READY,
    /** Leased to an instance. */
    RESERVED,
    /** Failed for good; kept with its error. */
    DEAD
}
