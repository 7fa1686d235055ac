package io.delayqueue.store;

import io.delayqueue.log.Loggers;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is kept of a failure among a task's failed attempts, when it is not the last any more.
 *
 * @param type the exception's type, at most 200 characters; null if the failure does not say
 * @param message its message, at most 200 characters; null if the failure does not say
 * @param at when it was, in milliseconds since the epoch; 0 if the failure does not say
 */
public record FailureSummary(
        @Nullable String type, @Nullable String message, long at) {

    /** How many failed attempts are kept of a task: the newest. */
    public static final int MOST_ATTEMPTS = 20;

    private static final Logger log = Loggers.of(FailureSummary.class);

    private static final int LONGEST = 200;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Sums a failure up.
     *
     * @param error the failure as JSON
     * @return what is kept of it; little if it cannot be read
     */
    public static FailureSummary of(String error) {
        JsonNode failure;
        try {
            failure = JSON.readTree(error);
        } catch (JacksonException e) {
            // The failure itself is kept as it is.
            log.trace("A failure cannot be read", e);
            return new FailureSummary(null, null, 0);
        }
        return new FailureSummary(text(failure, "type"), text(failure, "message"), at(failure));
    }

    private static long at(JsonNode failure) {
        try {
            return Instant.parse(failure.path("at").asString("")).toEpochMilli();
        } catch (JacksonException | DateTimeException e) {
            log.trace("A failure's time cannot be read", e);
            return 0;
        }
    }

    private static @Nullable String text(JsonNode failure, String name) {
        try {
            String text = failure.path(name).asString(null);
            return text == null ? null : shorten(text);
        } catch (JacksonException e) {
            log.trace("A failure's {} is no text", name, e);
            return null;
        }
    }

    private static String shorten(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = LONGEST - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
