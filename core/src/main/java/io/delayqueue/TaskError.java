package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Last failure of a task. Components are null if another program wrote the failure and omitted them.
 *
 * @param attempt number of the failed attempt, from 1
 * @param at time of the failure, by the store's clock
 * @param type the class of the exception
 * @param rootCause the class of its innermost cause; null if it has no cause
 * @param message message of the exception, at most 1,000 characters
 * @param stack the root cause and then the exceptions that wrap it, each with its message and at most 12 frames, at most 4,000 characters
 *     together. Frames of Spring, the JDK and this library are counted only, except where an exception was thrown. Null if a pull consumer
 *     gave a reason
 * @param deadReason why the task became a dead letter by this failure; null if it did not
 */
public record TaskError(
        @Nullable Integer attempt,
        @Nullable Instant at,
        @Nullable String type,
        @Nullable String rootCause,
        @Nullable String message,
        @Nullable String stack,
        @Nullable DeadReason deadReason) {}
