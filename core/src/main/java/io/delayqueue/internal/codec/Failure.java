package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.DeadReason;
import io.delayqueue.log.LogText;
import io.delayqueue.store.StoredJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failed attempt as the JSON that is kept with its task. Scripts read the beginning as text, up to the type of the root cause.
 *
 * @param at by the store's clock, as ISO 8601
 * @param rootCause type of the innermost cause; null without one
 * @param stack null if there is only a reason
 * @param deadReason the name of a {@link DeadReason}; null if the task did not become a dead letter
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Failure(
        int attempt,
        String at,
        String type,
        @Nullable String rootCause,
        String message,
        @Nullable String stack,
        @Nullable String deadReason) {

    private static final int MAX_MESSAGE = 1_000;

    /** Writes an exception with its causes and its stack. */
    public static String toJson(int attempt, Throwable failure, Instant at) {
        return toJson(attempt, failure, at, null);
    }

    /** Writes an exception with its causes and its stack, and why the task became a dead letter by it. */
    public static String toJson(int attempt, Throwable failure, Instant at, @Nullable DeadReason deadReason) {
        List<Throwable> chain = StackText.chain(failure);
        Throwable root = chain.get(chain.size() - 1);
        String rootCause = root == failure ? null : root.getClass().getName();
        return json(attempt, at, failure, rootCause, StackText.of(chain), deadReason);
    }

    /** Writes an exception that stands for a reason: where it was created is of no interest. */
    public static String reasonToJson(int attempt, Throwable reason, Instant at, @Nullable DeadReason deadReason) {
        return json(attempt, at, reason, null, null, deadReason);
    }

    private static String json(
            int attempt,
            Instant at,
            Throwable failure,
            @Nullable String rootCause,
            @Nullable String stack,
            @Nullable DeadReason deadReason) {
        return StoredJson.MAPPER.writeValueAsString(new Failure(
                attempt,
                at.toString(),
                failure.getClass().getName(),
                rootCause,
                message(failure),
                stack,
                deadReason == null ? null : deadReason.name()));
    }

    private static String message(Throwable failure) {
        try {
            return LogText.shorten(String.valueOf(failure.getMessage()), MAX_MESSAGE);
        } catch (Throwable e) {
            // The methods of an application's exception can fail too.
            return "its message cannot be read: " + e.getClass().getName();
        }
    }
}
