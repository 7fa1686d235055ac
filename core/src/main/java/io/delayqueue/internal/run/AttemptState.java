package io.delayqueue.internal.run;

/** State of a delivery's attempt in this instance. */
enum AttemptState {

    /** Waits for a worker. */
    RESERVED,

    /** The callback runs. */
    RUNNING,

    /** The callback has returned, and a thread ends the attempt. */
    RETURNED,

    /** The callback has returned, and its work continues without a thread. */
    SUSPENDED,

    /** The work has ended, and the attempt waits for a thread. */
    WOKEN,

    ENDED,

    /** Has ended, although the callback still runs. */
    ABANDONED,

    /** Has ended without a thread, although its work continues or waits for one. */
    LATE;

    /** Whether the attempt has begun and not ended. */
    boolean isOpen() {
        return hasThread() || isWithoutThread() && this != LATE;
    }

    /** Whether the attempt has not ended, and has a thread. */
    boolean hasThread() {
        return this == RUNNING || this == RETURNED;
    }

    /** Whether the attempt has no thread, or had none at its end. */
    boolean isWithoutThread() {
        return this == SUSPENDED || this == WOKEN || this == LATE;
    }

    boolean hasCallback() {
        return this == RUNNING || this == ABANDONED;
    }
}
