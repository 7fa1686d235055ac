package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.store.StoredJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A failed attempt as the JSON that is kept with its task.
 *
 * @param at by the store's clock, as ISO 8601
 * @param stack null if the exception's methods fail
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Failure(
        int attempt,
        String at,
        String type,
        String message,
        @Nullable String stack) {

    private static final int MAX_MESSAGE = 1_000;

    private static final int MAX_STACK = 4_000;

    public static String toJson(int attempt, Throwable failure, Instant at) {
        String message = null;
        String stack = null;
        try {
            message = shorten(String.valueOf(failure.getMessage()), MAX_MESSAGE);
            stack = shorten(stack(failure), MAX_STACK);
        } catch (Throwable e) {
            // The methods of an application's exception can fail too.
            message = message != null
                    ? message
                    : "its message cannot be read: " + e.getClass().getName();
        }
        return StoredJson.MAPPER.writeValueAsString(
                new Failure(attempt, at.toString(), failure.getClass().getName(), message, stack));
    }

    private static String stack(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String shorten(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "...";
    }
}
