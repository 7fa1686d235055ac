package io.delayqueue.store;

import io.delayqueue.DeadReason;
import io.delayqueue.TaskError;
import io.delayqueue.log.Loggers;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the last failure that is kept with a task. */
final class TaskErrors {

    private static final Logger log = Loggers.of(TaskErrors.class);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private TaskErrors() {}

    /**
     * Reads a failure.
     *
     * @param error the failure as JSON, or null if there is none
     * @return the failure; with the whole text as its message if that is no JSON object; null if there is none
     */
    public static @Nullable TaskError read(@Nullable String error) {
        if (error == null) {
            return null;
        }
        try {
            JsonNode json = JSON.readTree(error);
            if (json.isObject()) {
                return new TaskError(
                        json.path("attempt").isInt() ? json.path("attempt").intValue() : null,
                        instant(text(json, "at")),
                        text(json, "type"),
                        text(json, "rootCause"),
                        text(json, "message"),
                        text(json, "stack"),
                        deadReason(text(json, "deadReason")));
            }
        } catch (JacksonException e) {
            log.trace("A failure cannot be read", e);
        }
        return new TaskError(null, null, null, null, error, null, null);
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isString() ? json.path(name).stringValue() : null;
    }

    /** A later version may have others. */
    private static @Nullable DeadReason deadReason(@Nullable String name) {
        for (DeadReason reason : DeadReason.values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return null;
    }

    private static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            log.trace("A failure's time cannot be read", e);
            return null;
        }
    }
}
