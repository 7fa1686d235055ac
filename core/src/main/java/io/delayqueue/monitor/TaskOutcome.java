package io.delayqueue.monitor;

/** Outcomes of an attempt, for observers. */
public enum TaskOutcome {
    /** The attempt succeeded; a repeating task waits for its next occurrence. */
    FINISHED,
    /** The attempt failed, and there will be another. */
    RETRIED,
    /** An occurrence of a repeating task has failed for good; the task continues with the next one. */
    MISSED,
    /** The task became a dead letter. */
    DEAD,
    /** The task was released, before its callback began or because the instance stops. */
    RETURNED
}
