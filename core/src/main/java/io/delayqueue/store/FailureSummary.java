package io.delayqueue.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/**
 * Summarizes a failure for the list of a task's failed attempts.
 *
 * @param type the exception's type, at most 200 characters; null if missing
 * @param message its message, at most 200 characters; null if missing
 * @param at its time, in milliseconds since the epoch; 0 if missing
 */
public record FailureSummary(
        @Nullable String type, @Nullable String message, long at) {

    /** Maximum number of failed attempts kept of a task, the newest. */
    public static final int MAX_ATTEMPTS = 20;

    private static final Logger log = Loggers.of(FailureSummary.class);

    private static final int MAX_LENGTH = 200;

    /** The fields of a failure that are kept. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Fields(
            @Nullable String type,
            @Nullable String message,
            @Nullable String at) {}

    /**
     * Summarizes a failure.
     *
     * @param error the failure as JSON
     * @return its summary; without type, message and time if it cannot be read
     */
    public static FailureSummary of(String error) {
        try {
            Fields failure = StoredJson.read(error, Fields.class);
            return new FailureSummary(shorten(failure.type()), shorten(failure.message()), at(failure.at()));
        } catch (JacksonException e) {
            // The failure itself is kept.
            log.trace("A failure cannot be read", e);
            return new FailureSummary(null, null, 0);
        }
    }

    private static long at(@Nullable String at) {
        try {
            return at == null ? 0 : Instant.parse(at).toEpochMilli();
        } catch (DateTimeException e) {
            log.trace("A failure's time cannot be read", e);
            return 0;
        }
    }

    static @Nullable String shorten(@Nullable String text) {
        return text == null ? null : LogText.shorten(text, MAX_LENGTH);
    }
}
