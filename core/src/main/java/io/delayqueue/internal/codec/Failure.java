package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Failure(
        int attempt,
        String at,
        String type,
        @Nullable String rootCause,
        String message,
        @Nullable String stack) {

    private static final int MAX_MESSAGE = 1_000;

    /** Writes an exception with its causes and its stack. */
    public static String toJson(int attempt, Throwable failure, Instant at) {
        List<Throwable> chain = StackText.chain(failure);
        Throwable root = chain.get(chain.size() - 1);
        return json(
                attempt, at, failure, root == failure ? null : root.getClass().getName(), StackText.of(chain));
    }

    /** Writes an exception that stands for a reason: where it was created is of no interest. */
    public static String reasonToJson(int attempt, Throwable reason, Instant at) {
        return json(attempt, at, reason, null, null);
    }

    private static String json(
            int attempt, Instant at, Throwable failure, @Nullable String rootCause, @Nullable String stack) {
        return StoredJson.MAPPER.writeValueAsString(
                new Failure(attempt, at.toString(), failure.getClass().getName(), rootCause, message(failure), stack));
    }

    private static String message(Throwable failure) {
        try {
            return StackText.shorten(String.valueOf(failure.getMessage()), MAX_MESSAGE);
        } catch (Throwable e) {
            // The methods of an application's exception can fail too.
            return "its message cannot be read: " + e.getClass().getName();
        }
    }
}
