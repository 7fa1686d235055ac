package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Result of a reschedule.
 *
 * @param outcome whether the task has the new time
 * @param dueAt due time of the task, by the store's clock; null if there is no such task; for {@link Outcome#AFTER_COMMIT} an estimate by
 *     this machine's clock, as if the task were rescheduled now
 */
public record RescheduleResult(Outcome outcome, @Nullable Instant dueAt) {

    /** Outcomes of a reschedule. */
    public enum Outcome {
        /** The task has its new due time. */
        RESCHEDULED,
        /** There is no such task: it was never added, or it has finished. Nothing was changed. */
        NOT_FOUND,
        /** An instance has reserved the task. Nothing was changed. */
        RUNNING,
        /** The task is a dead letter; requeue it instead. Nothing was changed. */
        DEAD,
        /**
         * The task gets its due time after the transaction of the caller has committed; whether it is there and waits is not known yet.
         * Only transactional services of the Spring module return this.
         */
        AFTER_COMMIT
    }
}
