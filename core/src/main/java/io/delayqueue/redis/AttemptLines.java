package io.delayqueue.redis;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.TaskError;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Failures;
import io.delayqueue.store.StoredJson;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;

/** Writes and reads the failed attempts of a task, one line of JSON each. Scripts add the number and the instance. */
final class AttemptLines {

    private static final Logger log = Loggers.of(AttemptLines.class);

    /** Line, with the fields of a script. */
    record Line(
            @Nullable Integer attempt,
            @Nullable String instance,
            @Nullable String outcome,
            @Nullable String type,
            @Nullable String message,
            long at) {}

    private AttemptLines() {}

    /** Writes the fields of a failure: those of a JSON object, without the braces. */
    static String fields(String error) {
        TaskError failure = Failures.summary(error);
        long at = requireNonNull(failure.at()).toEpochMilli();
        String json = StoredJson.MAPPER.writeValueAsString(
                new Line(null, null, Outcome.FAILED.name(), failure.type(), failure.message(), at));
        return json.substring(1, json.length() - 1);
    }

    /** Reads the lines behind the first one and skips unknown ones. */
    static List<FailedAttempt> read(String text) {
        return text.lines()
                .skip(1)
                .map(AttemptLines::line)
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable FailedAttempt line(String json) {
        try {
            Line line = StoredJson.read(json, Line.class);
            return new FailedAttempt(
                    requireNonNullElse(line.attempt(), 0),
                    Instant.ofEpochMilli(line.at()),
                    line.instance(),
                    Outcome.valueOf(String.valueOf(line.outcome())),
                    line.type(),
                    line.message());
        } catch (JacksonException | IllegalArgumentException e) {
            log.trace("A line of an attempt cannot be read", e);
            return null;
        }
    }
}
