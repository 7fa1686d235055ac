package io.delayqueue.store;

/**
 * Result of an add for one task.
 *
 * @param kind whether it was added
 * @param dueAt due time of the task in the store, or the end of the window, in milliseconds since the epoch
 */
public record AddStatus(Kind kind, long dueAt) {

    /** Results of an add, in the order of their numbers in scripts, from 1. */
    public enum Kind {
        /** The task is new. */
        ADDED,
        /** The same task existed: same id, same detail, apart from reschedules and occurrences. */
        REPEATED,
        /** Another task of the topic had this id. */
        EXISTED,
        /** A task of another topic had this id. */
        OTHER_TOPIC,
        /** The new task has replaced another one of the topic with this id. */
        REPLACED,
        /** The store has no task with this id, but a window in which none is added under it. */
        RECENT
    }
}
