package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of an attempt to give a task another time.
 *
 * @param outcome whether the task has the new time
 * @param dueAt when the task is due now, by the store's clock; null if there is no such task
 */
public record RescheduleResult(Outcome outcome, @Nullable Instant dueAt) {

    /** What a reschedule found. */
    public enum Outcome {
        /** The task waits for its new time. */
        RESCHEDULED,
        /** There is no such task: it was never added, or it has finished. Nothing was changed. */
        NOT_FOUND,
        /** An instance runs the task, or is about to. Nothing was changed. */
        RUNNING,
        /** The task is a dead letter; requeue it instead. Nothing was changed. */
        DEAD
    }
}
