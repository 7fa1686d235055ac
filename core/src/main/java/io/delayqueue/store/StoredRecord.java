package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Details;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Records as a store keeps them: the terms by which they are found, and the rest as JSON. */
public final class StoredRecord {

    private static final Logger log = Loggers.of(StoredRecord.class);

    private static final String KEY = "@";

    private static final String OUTCOME = "!";

    /** Maximum bytes of {@link #more}: a record has 16 KB with its terms and attempts. */
    private static final int MAX_MORE = 11 << 10;

    private static final int MAX_RESULT = 4 << 10;

    private static final int MAX_TEXT = 200;

    private static final int MAX_PROGRESS = 80;

    private StoredRecord() {}

    /** The last element of the JSON array. */
    private record More(
            @Nullable Long occurrence,
            @Nullable JsonNode result,
            @Nullable Integer resultSize,
            @Nullable Progress progress,
            @Nullable String trace,
            @Nullable List<String> error,
            @Nullable DeadReason reason,
            @Nullable JsonNode payload,
            @Nullable Integer payloadSize,
            @Nullable TaskState state,
            @Nullable Integer count) {

        static More of(Details details, boolean withPayload) {
            Instant occurrence = details.occurrence();
            int resultSize = size(details.result());
            Progress progress = details.progress();
            String message = details.errorMessage();
            return new More(
                    occurrence == null ? null : occurrence.toEpochMilli(),
                    resultSize > MAX_RESULT ? null : tree(details.result()),
                    resultSize > MAX_RESULT ? (Integer) resultSize : details.resultSize(),
                    progress == null
                            ? null
                            : new Progress(progress.done(), progress.total(), progressText(progress.text())),
                    details.traceId(),
                    details.errorType() == null
                            ? null
                            : Stream.of(details.errorType(), message)
                                    .flatMap(Stream::ofNullable)
                                    .map(text -> LogText.shorten(text, MAX_TEXT))
                                    .toList(),
                    details.deadReason(),
                    withPayload ? tree(details.payload()) : null,
                    withPayload ? details.payloadSize() : (Integer) size(details.payload()),
                    details.leftState(),
                    details.count());
        }

        Details details() {
            return new Details(
                    occurrence == null ? null : Instant.ofEpochMilli(occurrence),
                    text(result),
                    resultSize,
                    progress,
                    trace,
                    error == null || error.isEmpty() ? null : error.get(0),
                    error == null || error.size() < 2 ? null : error.get(1),
                    reason,
                    text(payload),
                    payloadSize,
                    state,
                    count);
        }

        private static @Nullable JsonNode tree(@Nullable String json) {
            return json == null ? null : StoredJson.MAPPER.readTree(json);
        }

        private static @Nullable String text(@Nullable JsonNode json) {
            return json == null ? null : json.toString();
        }
    }

    /** {@return the term of a key} */
    public static String key(String key) {
        return KEY + key;
    }

    /** {@return the term of an outcome; null for the most frequent one} */
    public static @Nullable String outcome(RecordedOutcome outcome) {
        return outcome == RecordedOutcome.FINISHED ? null : OUTCOME + outcome;
    }

    /** {@return the terms that a record has to have beside the outcome, the rarest first} */
    public static List<String> terms(HistoryQuery query) {
        return Stream.of(
                        query.id(),
                        query.tag() == null ? null : query.tag().toString(),
                        query.key() == null ? null : key(query.key()),
                        query.outcome() == null ? null : outcome(query.outcome()))
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /**
     * Reads a record.
     *
     * @param topic the topic
     * @param terms the id and the other terms
     * @param json the JSON
     * @param attempts the attempts that went wrong
     * @return the record; null if it cannot be read, because another program has written it, or a later version with another outcome
     */
    public static @Nullable TaskRecord read(
            TopicName topic, List<String> terms, String json, List<FailedAttempt> attempts) {
        if (terms.isEmpty()) {
            return null;
        }
        String key = null;
        RecordedOutcome outcome = RecordedOutcome.FINISHED;
        List<Tag> tags = new ArrayList<>();
        try {
            String id = terms.get(0);
            if (!id.equals(TaskRecord.ALL)) {
                Task.requireId(id);
            }
            for (String term : terms.subList(1, terms.size())) {
                switch (term.isEmpty() ? "" : term.substring(0, 1)) {
                    case "" -> {}
                    case KEY -> key = term.substring(1);
                    case OUTCOME -> outcome = RecordedOutcome.valueOf(term.substring(1));
                    default -> tags.add(Tag.parse(term));
                }
            }
            JsonNode values = StoredJson.MAPPER.readTree(json);
            if (!values.path(1).isIntegralNumber()) {
                return null;
            }
            String instance = values.path(5).asString("");
            return new TaskRecord(
                    topic,
                    id,
                    outcome,
                    Instant.ofEpochMilli(values.get(0).asLong()),
                    Instant.ofEpochMilli(values.get(1).asLong()),
                    duration(values.path(2)),
                    duration(values.path(3)),
                    values.path(4).asInt(0),
                    instance.isEmpty() ? null : instance,
                    key,
                    tags,
                    more(values.path(6)).details(),
                    attempts);
        } catch (JacksonException | DelayQueueException | IllegalArgumentException e) {
            log.trace("A record cannot be read", e);
            return null;
        }
    }

    /**
     * Writes details, without a result of more than 4 KB, and without a payload with which they have more than 11 KB; their sizes are kept.
     *
     * @param details the details
     * @return a JSON object in one line; empty if there are no details
     * @throws JacksonException if the payload or the result is no JSON
     */
    public static String more(Details details) {
        String payload = details.payload();
        boolean fits = payload == null || payload.length() <= MAX_MORE;
        String json = StoredJson.MAPPER.writeValueAsString(More.of(details, fits));
        if (fits && size(json) > MAX_MORE) {
            json = StoredJson.MAPPER.writeValueAsString(More.of(details, false));
        }
        return json.equals("{}") ? "" : json;
    }

    /** {@return the text of a progress, cut between characters after 80} */
    public static @Nullable String progressText(@Nullable String text) {
        return text == null
                ? null
                : text.substring(
                        0, text.offsetByCodePoints(0, Math.min(MAX_PROGRESS, text.codePointCount(0, text.length()))));
    }

    private static int size(@Nullable String json) {
        return json == null ? 0 : json.getBytes(UTF_8).length;
    }

    private static @Nullable Duration duration(JsonNode millis) {
        return millis.isIntegralNumber() ? Duration.ofMillis(millis.asLong()) : null;
    }

    private static More more(JsonNode fields) {
        JsonNode object = fields.isObject() ? fields : StoredJson.MAPPER.createObjectNode();
        return StoredJson.readFitting(object, More.class);
    }
}
