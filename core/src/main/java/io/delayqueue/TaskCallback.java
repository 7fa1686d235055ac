package io.delayqueue;

/**
 * Receives the tasks of one topic when they are due.
 *
 * <p>Returning finishes the task. Throwing fails the attempt: the task is retried with back-off until its attempts are
 * spent, then kept among the dead letters with the error. A {@link RetryTaskException} or {@link RejectTaskException}
 * decides otherwise.
 *
 * <p>A task is delivered at least once: after a crash, or a lease that ran out, the same task may arrive again, so a
 * callback should do no harm when it runs twice.
 *
 * @param <P> the payload's type; the JSON in the queue is read as this type
 */
@FunctionalInterface
public interface TaskCallback<P> {

    /**
     * Handles one task. Called on several threads at once, up to the topic's concurrency.
     *
     * @param payload what the task carries; null only if it was added without a payload
     * @param context the task's id, attempt, times and headers
     * @throws Exception to fail this attempt
     */
    void call(P payload, TaskContext context) throws Exception;
}
