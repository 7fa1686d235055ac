package io.delayqueue.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.DeadReason;
import io.delayqueue.TaskError;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.StackText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A failed attempt as the JSON that is kept with its task. Scripts read the beginning as text, up to the type of the root cause. Components
 * are null if they are missing.
 *
 * @param attempt the number of the attempt
 * @param at the time by the store's clock, as ISO 8601
 * @param type the class of the exception
 * @param rootCause the class of the innermost cause; null without one
 * @param message the message of the exception
 * @param stack the text of the exception and its causes; null if there is only a reason
 * @param deadReason the name of a {@link DeadReason}; null if the task did not become a dead letter
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Failure(
        @Nullable Integer attempt,
        @Nullable String at,
        @Nullable String type,
        @Nullable String rootCause,
        @Nullable String message,
        @Nullable String stack,
        @Nullable String deadReason) {

    /** Maximum number of failed attempts kept of a task, the newest. */
    public static final int MAX_ATTEMPTS = 20;

    private static final Logger log = Loggers.of(Failure.class);

    private static final Failure UNKNOWN = new Failure(null, null, null, null, null, null, null);

    private static final int MAX_MESSAGE = 1_000;

    private static final int MAX_SUMMARY = 200;

    /**
     * Creates the failure of an attempt that threw an exception.
     *
     * @param attempt the number of the attempt
     * @param failure the exception
     * @param at the time by the store's clock
     * @param deadReason the reason why the task becomes a dead letter; null if it does not
     * @return the failure, with a stack
     */
    public static Failure of(int attempt, Throwable failure, Instant at, @Nullable DeadReason deadReason) {
        List<Throwable> chain = StackText.chain(failure);
        Throwable root = chain.get(chain.size() - 1);
        String rootCause = root == failure ? null : root.getClass().getName();
        return of(attempt, at, failure, rootCause, StackText.of(chain), deadReason);
    }

    /**
     * Creates a failure by an exception that stands for a reason: where it was created is of no interest.
     *
     * @param attempt the number of the attempt
     * @param reason the exception
     * @param at the time by the store's clock
     * @param deadReason the reason why the task becomes a dead letter; null if it does not
     * @return the failure, without a stack
     */
    public static Failure ofReason(int attempt, Throwable reason, Instant at, @Nullable DeadReason deadReason) {
        return of(attempt, at, reason, null, null, deadReason);
    }

    /**
     * {@return the kind of a failure, by which dead letters are grouped}
     *
     * @param type the class of the exception, if known
     * @param rootCause the class of the innermost cause, if any
     * @param reason the message of a failure without a stack, which a pull consumer gave; else null
     */
    public static Failure ofKind(@Nullable String type, @Nullable String rootCause, @Nullable String reason) {
        return new Failure(null, null, type, rootCause, reason, null, null);
    }

    private static Failure of(
            int attempt,
            Instant at,
            Throwable failure,
            @Nullable String rootCause,
            @Nullable String stack,
            @Nullable DeadReason deadReason) {
        return new Failure(
                attempt,
                at.toString(),
                failure.getClass().getName(),
                rootCause,
                message(failure),
                stack,
                deadReason == null ? null : deadReason.name());
    }

    private static String message(Throwable failure) {
        try {
            return LogText.shorten(String.valueOf(failure.getMessage()), MAX_MESSAGE);
        } catch (Throwable e) {
            // The methods of an application's exception can fail too.
            return "its message cannot be read: " + e.getClass().getName();
        }
    }

    /** {@return the failure as JSON} */
    public String toJson() {
        return StoredJson.MAPPER.writeValueAsString(this);
    }

    /**
     * Reads a failure, or the beginning of one.
     *
     * @param json the failure as JSON, or its beginning; null if there is none
     * @return the failure, as far as it can be read
     */
    public static Failure read(@Nullable String json) {
        Integer attempt = null;
        Map<String, String> texts = new HashMap<>();
        try (JsonParser parser = StoredJson.MAPPER.createParser(json == null ? "" : json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return UNKNOWN;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (value == JsonToken.VALUE_STRING) {
                    texts.put(name, parser.getString());
                } else if (value == JsonToken.VALUE_NUMBER_INT && name.equals("attempt")) {
                    attempt = parser.getIntValue();
                }
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            // Mostly the end of the beginning.
            log.trace("A failure is read up to here", e);
        }
        return new Failure(
                attempt,
                texts.get("at"),
                texts.get("type"),
                texts.get("rootCause"),
                texts.get("message"),
                texts.get("stack"),
                texts.get("deadReason"));
    }

    /** {@return the failure as it is listed with others: its type and message have at most 200 characters} */
    public Failure summary() {
        return new Failure(attempt, at, shorten(type), shorten(rootCause), shorten(message), null, deadReason);
    }

    /** {@return the kind of the failure, by which dead letters are grouped} */
    public Failure kind() {
        return ofKind(shorten(type), shorten(rootCause), stack == null ? shorten(message) : null);
    }

    private static @Nullable String shorten(@Nullable String text) {
        return text == null ? null : LogText.shorten(text, MAX_SUMMARY);
    }

    /** {@return the time of the failure; null if it is missing or none} */
    public @Nullable Instant time() {
        try {
            return at == null ? null : Instant.parse(at);
        } catch (DateTimeException e) {
            log.trace("A failure's time cannot be read", e);
            return null;
        }
    }

    /** {@return the time of the failure in milliseconds since the epoch; 0 if it is missing or none} */
    public long millis() {
        Instant time = time();
        return time == null ? 0 : time.toEpochMilli();
    }

    /**
     * Reads a failure as users get it.
     *
     * @param json the failure as JSON; null if there is none
     * @return the failure; with the whole text as its message if nothing of it can be read; null if there is none
     */
    static @Nullable TaskError error(@Nullable String json) {
        if (json == null) {
            return null;
        }
        Failure failure = read(json);
        return new TaskError(
                failure.attempt,
                failure.time(),
                failure.type,
                failure.rootCause,
                failure.equals(UNKNOWN) ? json : failure.message,
                failure.stack,
                // A later version may have others.
                Arrays.stream(DeadReason.values())
                        .filter(reason -> reason.name().equals(failure.deadReason))
                        .findFirst()
                        .orElse(null));
    }
}
