package io.delayqueue.store;

import static java.util.Objects.requireNonNullElse;

import io.delayqueue.DeadReason;
import io.delayqueue.TaskError;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import io.delayqueue.log.StackText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.node.ObjectNode;

/** Failed attempts as the JSON that is kept with their tasks. Scripts read the beginning as text, up to the type of the root cause. */
public final class Failures {

    /** Maximum number of failed attempts kept of a task, the newest. */
    public static final int MAX_ATTEMPTS = 20;

    private static final Logger log = Loggers.of(Failures.class);

    private static final int MAX_MESSAGE = 1_000;

    private static final int MAX_SUMMARY = 200;

    private Failures() {}

    /**
     * Writes the failure of an attempt.
     *
     * @param attempt the number of the attempt
     * @param failure the exception
     * @param at the time by the store's clock
     * @param deadReason the reason why the task becomes a dead letter; null if it does not
     * @param withStack whether the attempt threw the exception, whose stack and root cause are kept; else the exception stands for a reason, and
     *     where it was created is of no interest
     * @return the failure as JSON
     */
    public static String write(
            int attempt, Throwable failure, Instant at, @Nullable DeadReason deadReason, boolean withStack) {
        List<Throwable> chain = StackText.chain(failure);
        Throwable root = chain.get(chain.size() - 1);
        return StoredJson.MAPPER.writeValueAsString(new TaskError(
                attempt,
                at,
                failure.getClass().getName(),
                withStack && root != failure ? root.getClass().getName() : null,
                message(failure),
                withStack ? StackText.of(chain) : null,
                deadReason));
    }

    private static String message(Throwable failure) {
        try {
            return LogText.shorten(String.valueOf(failure.getMessage()), MAX_MESSAGE);
        } catch (Throwable e) {
            // The methods of an application's exception can fail too.
            return "its message cannot be read: " + e.getClass().getName();
        }
    }

    /**
     * {@return the kind of a failure, by which dead letters are grouped}
     *
     * @param type the class of the exception, if known
     * @param rootCause the class of the innermost cause, if any
     * @param reason the message of a failure without a stack, which a pull consumer gave; else null
     */
    public static TaskError kind(@Nullable String type, @Nullable String rootCause, @Nullable String reason) {
        return new TaskError(null, null, shorten(type), shorten(rootCause), shorten(reason), null, null);
    }

    /**
     * {@return the kind of a failure, as far as it can be read}
     *
     * @param json the failure as JSON, or its beginning; null if there is none
     */
    public static TaskError kind(@Nullable String json) {
        TaskError failure = read(fields(json));
        return kind(failure.type(), failure.rootCause(), failure.stack() == null ? failure.message() : null);
    }

    /**
     * {@return a failure as it is listed with others, as far as it can be read: its type and message have at most 200 characters, and its
     * time is the epoch if it is missing}
     *
     * @param json the failure as JSON, or its beginning
     */
    public static TaskError summary(String json) {
        TaskError failure = read(fields(json));
        Instant at = requireNonNullElse(failure.at(), Instant.EPOCH);
        return new TaskError(
                null, at, shorten(failure.type()), null, shorten(failure.message()), null, failure.deadReason());
    }

    private static @Nullable String shorten(@Nullable String text) {
        return text == null ? null : LogText.shorten(text, MAX_SUMMARY);
    }

    /**
     * {@return a failure as users get it, with the whole text as its message if nothing of it can be read; null if there is none}
     *
     * @param json the failure as JSON; null if there is none
     */
    static @Nullable TaskError error(@Nullable String json) {
        if (json == null) {
            return null;
        }
        ObjectNode fields = fields(json);
        return fields.isEmpty() ? new TaskError(null, null, null, null, json, null, null) : read(fields);
    }

    private static ObjectNode fields(@Nullable String json) {
        ObjectNode fields = StoredJson.MAPPER.createObjectNode();
        try (JsonParser parser = StoredJson.MAPPER.createParser(json == null ? "" : json)) {
            if (parser.nextToken() != null) {
                StoredJson.readFields(parser, fields);
            }
        } catch (JacksonException e) {
            // Mostly the end of the beginning.
            log.trace("A failure is read up to here", e);
        }
        return fields;
    }

    private static TaskError read(ObjectNode fields) {
        fields.properties()
                .removeIf(field -> field.getKey().equals("attempt")
                        ? !field.getValue().isInt()
                        : !field.getValue().isString());
        return StoredJson.readFitting(fields, TaskError.class);
    }
}
