package io.delayqueue.test;

/** What an engine, a service or a puller asks of the store. */
public enum StoreCall {
    /** Adds tasks. */
    ADD,
    /** Makes due tasks ready, and those whose lease has ended. */
    PUSH,
    /** Leases ready tasks to the engine, or to who pulls. */
    RESERVE,
    /** Gives back what was leased by a call whose reply was lost. */
    RECLAIM,
    /** Removes a finished task. */
    FINISH,
    /** Has a failed task wait for another attempt. */
    RETRY,
    /** Has a repeating task wait for its next run. */
    REPEAT,
    /** Moves a failed task to the dead letters. */
    BURY,
    /** Gives a task back without an outcome. */
    RELEASE,
    /** Makes a lease last. The engine does it by itself while a callback runs. */
    RENEW,
    /** Looks tasks up. The engine does it by itself to see whether a task that runs was cancelled. */
    FIND,
    /** Removes tasks before they are finished. */
    CANCEL,
    /** Gives a task another time. */
    RESCHEDULE,
    /** Makes dead letters ready again. */
    REQUEUE,
    /** Asks for the time. */
    TIME;

    /** Whether it is meant when any call is. */
    boolean isOneOfAny() {
        return this != RENEW && this != FIND && this != TIME;
    }
}
