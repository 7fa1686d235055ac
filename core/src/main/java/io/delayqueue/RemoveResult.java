package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Result of a removal.
 *
 * @param outcome whether the task is removed
 * @param task the task as it was before its removal; null for every other outcome
 */
public record RemoveResult(Outcome outcome, @Nullable TaskInfo task) {

    /** Outcomes of a removal. */
    public enum Outcome {
        /** The task is removed. */
        REMOVED,
        /** There is no such task: it was never added, or it has finished. Nothing was changed. */
        NOT_FOUND,
        /**
         * The task is removed after the transaction of the caller has committed; whether there is such a task is not known yet. Only
         * transactional services of the Spring module return this.
         */
        AFTER_COMMIT
    }
}
