package io.delayqueue;

import java.time.Instant;

/**
 * What became of an add.
 *
 * @param id the task's id
 * @param outcome whether the task is new
 * @param dueAt when the task in the store is due, by the store's clock, to the millisecond; of {@link Outcome#AFTER_COMMIT}
 *     an estimate by this machine's clock, as if the task were added now
 */
public record AddResult(String id, Outcome outcome, Instant dueAt) {

    /** Whether an add made a task. */
    public enum Outcome {
        /**
         * The task is new. If a connection broke in the middle and the call was repeated, a task with this id and the same
         * content counts as the work of this call.
         */
        ADDED,
        /** A task with this id was there already and stays as it was. */
        EXISTED,
        /** A task with this id was there and has given its place to the new one. */
        REPLACED,
        /**
         * The task is kept until the transaction of its caller has been committed, and is added then; whether it is new is
         * not known yet. Only transactional services of the Spring module answer so.
         */
        AFTER_COMMIT
    }
}
