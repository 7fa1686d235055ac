package io.delayqueue.web.api;

import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the last failure that is kept with a task, which another program may have written. */
final class TaskErrors {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private TaskErrors() {}

    record TaskError(
            @Nullable Integer attempt,
            @Nullable Instant at,
            @Nullable String type,
            @Nullable String message,
            @Nullable String stack,
            @Nullable Boolean messageMasked) {

        TaskError(
                @Nullable Integer attempt,
                @Nullable Instant at,
                @Nullable String type,
                @Nullable String message,
                @Nullable String stack) {
            this(attempt, at, type, message, stack, null);
        }

        /** Without what may quote the payload: an exception's message often does, and its stack begins with it. */
        TaskError masked() {
            return new TaskError(attempt, at, type, null, null, true);
        }
    }

    static @Nullable TaskError read(@Nullable String json) {
        if (json == null) {
            return null;
        }
        JsonNode error;
        try {
            error = JSON.readTree(json);
        } catch (JacksonException e) {
            return new TaskError(null, null, null, json, null);
        }
        return error.isObject()
                ? new TaskError(
                        error.path("attempt").isInt() ? error.path("attempt").intValue() : null,
                        instant(text(error, "at")),
                        text(error, "type"),
                        text(error, "message"),
                        text(error, "stack"))
                : new TaskError(null, null, null, json, null);
    }

    private static @Nullable String text(JsonNode error, String name) {
        return error.path(name).isString() ? error.path(name).stringValue() : null;
    }

    private static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
