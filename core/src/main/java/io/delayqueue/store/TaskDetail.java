package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.FailedAttempt;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Task as described by its JSON array in the store: the data of the add. {@link TaskInfo} is the users' view of it, together with its
 * state. An attempt reads all but topic and priority; {@link #readForDisplay} reads all but the callback.
 *
 * @param topic its topic's name; null if it is not read or not there
 * @param dueAt when it was due first; the epoch if it is read for display and has no due time
 * @param priority its priority
 * @param payload the payload's JSON, or null if it has none
 * @param callback the callback carried by it, or null for the topic's
 * @param ttr its own time to run, or null for the topic's
 * @param maxAttempts its own number of attempts, or null for the topic's
 * @param retry its own delays between attempts, or null for the topic's
 * @param repeat when it runs again, or null if it runs once
 * @param description its description, if any
 * @param headers its headers
 * @param lastRun its last occurrence, if it repeats; read for display only
 * @param paused whether its repetition is paused; read for display only
 */
public record TaskDetail(
        @Nullable String topic,
        Instant dueAt,
        Priority priority,
        byte @Nullable [] payload,
        @Nullable CallbackReference callback,
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable ExponentialBackoff retry,
        @Nullable Repeat repeat,
        @Nullable String description,
        Map<String, String> headers,
        TaskInfo.@Nullable LastRun lastRun,
        boolean paused) {

    private static final Logger log = Loggers.of(TaskDetail.class);

    /** Positions in the JSON array. */
    private static final int DUE = 0;

    private static final int TOPIC = 1;

    /** Position of the payload in the JSON array. */
    public static final int PAYLOAD = 2;

    /** Position of the options in the JSON array. */
    public static final int OPTIONS = 3;

    /** Position of the last occurrence in the JSON array. */
    private static final int LAST_RUN = 4;

    private static final Set<String> DISPLAYED =
            Set.of("payload", "ttr", "maxAttempts", "retry", "priority", "repeat", "paused", "description", "headers");

    /**
     * A callback class by name.
     *
     * @param className the class
     * @param signature the names of its constructor's parameter types, compared with those of the class, never loaded
     * @param arguments the arguments as a JSON array
     */
    public record CallbackReference(String className, List<String> signature, byte[] arguments) {}

    /** {@return the payload's JSON as text, or null if it has none} */
    public @Nullable String payloadText() {
        return payload == null ? null : new String(payload, UTF_8);
    }

    /**
     * Reads the parts of a task that a {@link TaskInfo} has. JSON that is broken is read up to that point, and values of other types are converted or
     * ignored, so that a task that no attempt can read is found and removed like others.
     *
     * @param json a JSON array in UTF-8
     * @param withPayload whether to read its payload
     * @return the task, as far as it can be read
     */
    public static TaskDetail readForDisplay(byte[] json, boolean withPayload) {
        JsonNode due = MissingNode.getInstance();
        JsonNode topic = due;
        JsonNode lastRun = due;
        byte[] payload = null;
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        try (JsonParser parser = StoredJson.parser(json)) {
            boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
            for (int element = 0; isArray && parser.nextToken() != JsonToken.END_ARRAY; element++) {
                if (element == DUE) {
                    due = parser.readValueAsTree();
                } else if (element == TOPIC) {
                    topic = parser.readValueAsTree();
                } else if (element == PAYLOAD && withPayload && parser.currentToken() != JsonToken.VALUE_NULL) {
                    payload = StoredJson.cut(parser, json);
                } else if (element == OPTIONS && parser.currentToken() == JsonToken.START_OBJECT) {
                    readDisplayed(parser, options);
                } else if (element == LAST_RUN && parser.currentToken() == JsonToken.START_ARRAY) {
                    lastRun = parser.readValueAsTree();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            // The task's last error names the flaw.
            log.trace("A task's JSON cannot be read", e);
        }
        if (withPayload && options.path("payload").isNull()) {
            payload = options.path("payload").toString().getBytes(UTF_8);
        }
        return new TaskDetail(
                topic.asString(null),
                Instant.ofEpochMilli(due.asLong(0)),
                priority(options.path("priority").asString("")),
                payload,
                null,
                DisplayedOptions.ttr(options.path("ttr")),
                DisplayedOptions.maxAttempts(options.path("maxAttempts")),
                DisplayedOptions.retry(options.path("retry")),
                DisplayedOptions.repeat(options.path("repeat")),
                options.path("description").asString(null),
                headers(options.path("headers")),
                DisplayedOptions.lastRun(lastRun),
                options.path("paused").asBoolean(false));
    }

    private static void readDisplayed(JsonParser parser, ObjectNode options) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (DISPLAYED.contains(name)) {
                options.set(name, parser.readValueAsTree());
            } else {
                parser.skipChildren();
            }
        }
    }

    /**
     * {@return a task of which nothing else is set}
     *
     * @param dueAt when it is due first
     * @param payload the payload's JSON, or null if it has none
     */
    public static TaskDetail withoutOptions(Instant dueAt, byte @Nullable [] payload) {
        return new TaskDetail(
                null, dueAt, Priority.NORMAL, payload, null, null, null, null, null, null, Map.of(), null, false);
    }

    /**
     * Returns the task as users get it.
     *
     * @param group its group
     * @param topic its topic, unless its JSON has one
     * @param id its id
     * @param state its state
     * @param stateTime the time of its state, in milliseconds since the epoch; ignored if it is ready
     * @param attempts number of attempts started
     * @param instance the instance that reserved it last; null if no attempt of it began
     * @param reservedAt when it was reserved last, in milliseconds since the epoch; ignored unless it is reserved
     * @param lastError the JSON of its last failure, if any
     * @param failedAttempts its failed attempts, the newest first
     * @return the task
     */
    public TaskInfo info(
            String group,
            String topic,
            String id,
            TaskState state,
            long stateTime,
            int attempts,
            @Nullable String instance,
            long reservedAt,
            @Nullable String lastError,
            List<FailedAttempt> failedAttempts) {
        return new TaskInfo(
                new TopicName(group, this.topic == null ? topic : this.topic),
                id,
                state,
                dueAt,
                state == TaskState.READY || stateTime >= TaskEdit.PAUSED_UNTIL ? null : Instant.ofEpochMilli(stateTime),
                attempts,
                TaskErrors.read(lastError),
                payloadText(),
                instance,
                state == TaskState.RESERVED ? Instant.ofEpochMilli(reservedAt) : null,
                priority,
                description,
                headers,
                new TaskInfo.Options(ttr, maxAttempts, retry, repeat, paused),
                lastRun,
                failedAttempts);
    }

    private static Priority priority(String name) {
        for (Priority priority : Priority.values()) {
            if (priority.name().equals(name)) {
                return priority;
            }
        }
        return Priority.NORMAL;
    }

    private static Map<String, String> headers(JsonNode headers) {
        Map<String, String> read = new LinkedHashMap<>();
        headers.properties()
                .forEach(header -> read.put(header.getKey(), header.getValue().asString("")));
        return Collections.unmodifiableMap(read);
    }
}
