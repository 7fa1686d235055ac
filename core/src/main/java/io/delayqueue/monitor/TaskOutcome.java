package io.delayqueue.monitor;

/** Outcomes of an attempt, for observers. */
public enum TaskOutcome {
    /** The attempt succeeded; a repeating task waits for its next occurrence. */
    FINISHED,
    /** The attempt failed, and there will be another. */
    RETRIED,
    /** The callback or the pull consumer postponed the task; the attempt does not count. */
    POSTPONED,
    /** An occurrence of a repeating task has failed for good; the task continues with the next one. */
    MISSED,
    /** The task became a dead letter after an attempt. */
    DEAD,
    /** The task was too late to begin, and became a dead letter. */
    EXPIRED,
    /** The task was too late to begin, and was dropped. */
    DROPPED,
    /** The task was released, before its callback began or because the instance stops. */
    RETURNED
}
