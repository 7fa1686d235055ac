package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last failure of a task, as it is kept with it. Parts are null if another program wrote the failure and left them out.
 *
 * @param attempt which attempt failed, from 1
 * @param at when it failed, by the store's clock
 * @param type the class of the exception
 * @param message the exception's message, 1,000 characters of it at most
 * @param stack the exception's stack trace, 4,000 characters of it at most
 */
public record TaskError(
        @Nullable Integer attempt,
        @Nullable Instant at,
        @Nullable String type,
        @Nullable String message,
        @Nullable String stack) {}
