package io.delayqueue.store;

/**
 * What became of one task of an add.
 *
 * @param kind whether it was added
 * @param dueAt when the task in the store is due, in milliseconds since the epoch
 */
public record AddStatus(Kind kind, long dueAt) {

    /** What an add found. */
    public enum Kind {
        /** Nothing: the task is new. */
        ADDED,
        /** The same task: same id, same detail. */
        REPEATED,
        /** Another task of the topic with this id. */
        EXISTED,
        /** A task of another topic with this id. */
        OTHER_TOPIC,
        /** Another task of the topic with this id, in whose place the new one is now. */
        REPLACED
    }
}
