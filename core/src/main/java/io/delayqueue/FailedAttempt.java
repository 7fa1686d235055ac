package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a task that went wrong.
 *
 * @param attempt which it was; the numbers begin anew when a dead letter is requeued, and with each run of a repeating task
 * @param at when it failed, or when its lease ended, by the store's clock
 * @param instance the instance that had taken the task
 * @param outcome what went wrong
 * @param type the class of the exception, 200 characters of its name at most; null if nothing is known but that the lease expired
 * @param message the exception's message, 200 characters of it at most; null as {@code type}
 */
public record FailedAttempt(
        int attempt,
        Instant at,
        @Nullable String instance,
        Outcome outcome,
        @Nullable String type,
        @Nullable String message) {

    /** What went wrong. */
    public enum Outcome {
        /** The callback threw, was too long for its time to run, or whoever pulled the task said that it failed. */
        FAILED,
        /** The instance crashed, or could not renew its lease: nobody knows how far the attempt came. */
        LEASE_EXPIRED
    }
}
