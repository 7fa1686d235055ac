package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Receives the tasks of one topic when they are due.
 *
 * <p>A return finishes the task. An exception fails the attempt: the task is retried with back-off until its attempts are
 * exhausted, then becomes a dead letter with the error. {@link RetryTaskException} and {@link RejectTaskException} change this. A
 * callback that does not wait for its work passes it to {@link TaskContext#completeWith}.
 *
 * <p>Tasks are delivered at least once: after a crash or an expired lease the same task may run again, so callbacks should be
 * idempotent.
 *
 * @param <P> the payload's type; the JSON in the queue is read as this type
 */
@FunctionalInterface
public interface TaskCallback<P extends @Nullable Object> {

    /**
     * Handles one task. Called on several threads at once, up to the topic's concurrency.
     *
     * @param payload the task's payload; null only if it was added without one
     * @param context the task's id, attempt, times and headers
     * @throws Exception to fail this attempt
     */
    void call(P payload, TaskContext context) throws Exception;
}
