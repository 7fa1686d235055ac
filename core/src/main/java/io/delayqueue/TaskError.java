package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Last failure of a task. Components are null if another program wrote the failure and omitted them.
 *
 * @param attempt number of the failed attempt, from 1
 * @param at time of the failure, by the store's clock
 * @param type the class of the exception
 * @param message message of the exception, at most 1,000 characters
 * @param stack stack trace of the exception, at most 4,000 characters
 */
public record TaskError(
        @Nullable Integer attempt,
        @Nullable Instant at,
        @Nullable String type,
        @Nullable String message,
        @Nullable String stack) {}
