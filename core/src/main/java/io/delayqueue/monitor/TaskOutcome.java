package io.delayqueue.monitor;

/** How an attempt ended, for those who count. */
public enum TaskOutcome {
    /** The callback returned; a repeating task waits for its next run. */
    FINISHED,
    /** The attempt failed, and there will be another. */
    RETRIED,
    /** The run of a repeating task has failed for good; the task goes on with its next run. */
    MISSED,
    /** The task is a dead letter now. */
    DEAD,
    /** The task was given back, before its callback began or because the instance stops. */
    RETURNED
}
