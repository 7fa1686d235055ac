package io.delayqueue.test;

/** What an engine, a service or a puller asks of the store. */
public enum StoreCall {
    /** Adds tasks. */
    ADD,
    /** Makes due tasks ready, and those whose lease has ended. The engine does it by itself, also where nothing is due. */
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
    TIME,
    /** Lists a topic's tasks. */
    LIST,
    /** Counts the tasks of topics. */
    COUNT,
    /** Pauses a topic. */
    PAUSE,
    /** Ends a topic's pause. */
    RESUME,
    /** Removes a topic's tasks, some at each call. */
    CANCEL_TOPIC,
    /** Makes a topic's dead letters ready again, some at each call. */
    REQUEUE_TOPIC,
    /** Removes a topic's dead letters, some at each call. */
    PURGE_TOPIC,
    /** Removes dead letters that are not to be kept, and what is left of topics without tasks. The engine does it by itself. */
    TRIM,
    /** Registers a group or topics. The engine does it by itself when it starts, and a puller for a topic that is new to it. */
    REGISTER,
    /** Takes a group or a topic out of the register. */
    UNREGISTER,
    /** Reads the register. The engine does it by itself when it starts, and when the register has changed. */
    READ_REGISTER;

    /** Whether it is meant when any call is: not what an engine also does unasked. */
    boolean isOneOfAny() {
        return switch (this) {
            case PUSH, RENEW, FIND, TIME, TRIM, REGISTER, READ_REGISTER -> false;
            default -> true;
        };
    }
}
