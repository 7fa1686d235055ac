package io.delayqueue;

import java.time.Instant;

/**
 * Result of an add.
 *
 * @param id the task's id; a generated one may differ from that before the add, see {@link Task#id}
 * @param outcome whether the task is new
 * @param dueAt due time of the task in the store, by the store's clock, to the millisecond; for {@link Outcome#RECENT} the end
 *     of the window; for {@link Outcome#AFTER_COMMIT} an estimate by this machine's clock, as if the task were added now
 */
public record AddResult(String id, Outcome outcome, Instant dueAt) {

    /** Outcomes of an add. */
    public enum Outcome {
        /**
         * The task is new. If a connection broke in the middle and the call was repeated, a task with this id and the same
         * content counts as the work of this call.
         */
        ADDED,
        /** A task with this id existed and is unchanged. */
        EXISTED,
        /** A task with this id existed, and the new one has replaced it. */
        REPLACED,
        /**
         * A task with this id has ended, and its {@linkplain TaskBuilder#uniqueFor window} lasts until {@link AddResult#dueAt}: the task is
         * not added. For the caller the add is done.
         */
        RECENT,
        /**
         * The task is added after the transaction of the caller has committed; whether it is new is not known yet. Only
         * transactional services of the Spring module return this.
         */
        AFTER_COMMIT
    }
}
