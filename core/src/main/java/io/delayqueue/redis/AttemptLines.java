package io.delayqueue.redis;

import io.delayqueue.FailedAttempt;
import io.delayqueue.FailedAttempt.Outcome;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.FailureSummary;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is kept of each attempt at a task that went wrong: a line of JSON, which scripts put together. */
final class AttemptLines {

    private static final Logger log = Loggers.of(AttemptLines.class);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private AttemptLines() {}

    /** The fields that a failure adds to its attempt's line: those of a JSON object, without the braces. */
    static String fields(String error) {
        FailureSummary failure = FailureSummary.of(error);
        ObjectNode line = JSON.createObjectNode().put("outcome", Outcome.FAILED.name());
        if (failure.type() != null) {
            line.put("type", failure.type());
        }
        if (failure.message() != null) {
            line.put("message", failure.message());
        }
        line.put("at", failure.at());
        String json = line.toString();
        return json.substring(1, json.length() - 1);
    }

    /** Reads lines; one that says something else is passed over. */
    static List<FailedAttempt> read(List<String> lines) {
        return lines.stream().map(AttemptLines::read).filter(Objects::nonNull).toList();
    }

    private static @Nullable FailedAttempt read(String line) {
        try {
            JsonNode attempt = JSON.readTree(line);
            return new FailedAttempt(
                    attempt.path("attempt").asInt(),
                    Instant.ofEpochMilli(attempt.path("at").asLong(0)),
                    attempt.path("instance").asString(null),
                    Outcome.valueOf(attempt.path("outcome").asString("")),
                    attempt.path("type").asString(null),
                    attempt.path("message").asString(null));
        } catch (JacksonException | IllegalArgumentException e) {
            log.trace("A line of an attempt cannot be read", e);
            return null;
        }
    }
}
