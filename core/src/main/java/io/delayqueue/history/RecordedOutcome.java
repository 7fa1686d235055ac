package io.delayqueue.history;

/** The end of a task, or of an occurrence of a repeating task, as its record has it. */
public enum RecordedOutcome {
    /** The callback has finished the task or the occurrence. */
    FINISHED,
    /** The occurrence has failed for good; the task goes on with the next occurrence. */
    FAILED,
    /** The task has become a dead letter. The record has the {@link io.delayqueue.DeadReason}. */
    DEAD,
    /** The task was too late to begin, and was removed. */
    DROPPED,
    /** The occurrence was too late to begin; the task goes on with the next occurrence. */
    MISSED,
    /** The task was removed by a call. */
    REMOVED,
    /** Another task was added in place of the task. */
    REPLACED
}
