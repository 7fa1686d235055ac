package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Result of a change of a task's repetition.
 *
 * @param outcome whether it was changed
 * @param repeat the repetition that the task has now; null if there is no such task, or it does not repeat
 */
public record RepeatResult(Outcome outcome, @Nullable Repeat repeat) {

    /** Outcomes of a change. */
    public enum Outcome {
        /** The task is changed. */
        CHANGED,
        /** The task is as it was to be. Nothing was changed. */
        UNCHANGED,
        /** The task has another repetition than the expected one. Nothing was changed. */
        CONFLICT,
        /** The task runs once, or is running for the last time by its repetition. Nothing was changed. */
        NOT_REPEATING,
        /** There is no such task: it was never added, or it has finished. Nothing was changed. */
        NOT_FOUND
    }
}
