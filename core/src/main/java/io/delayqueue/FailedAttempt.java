package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Failed attempt of a task.
 *
 * @param attempt number of the attempt; it starts from one again when a dead letter is requeued, and with each occurrence of a
 *     repeating task
 * @param at time of the failure, or of the end of the lease, by the store's clock
 * @param instance the instance that had reserved the task
 * @param outcome kind of failure
 * @param type class name of the exception, at most 200 characters; null if the lease expired
 * @param message message of the exception, at most 200 characters; null if the lease expired
 */
public record FailedAttempt(
        int attempt,
        Instant at,
        @Nullable String instance,
        Outcome outcome,
        @Nullable String type,
        @Nullable String message) {

    /** Kinds of failure. */
    public enum Outcome {
        /** The callback threw an exception or exceeded its time to run, or the pull consumer reported a failure. */
        FAILED,
        /** The instance crashed or could not renew its lease: the progress of the attempt is unknown. */
        LEASE_EXPIRED
    }
}
