package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.FailedAttempt;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskInfo.LastRun;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Task as described by its JSON array in the store: the data of the add. {@link TaskInfo} is the users' view of it, together with its
 * state.
 *
 * @param topic its topic's name; null if it is not there, or was read for an attempt
 * @param dueAt when it was due first; the epoch if it is read for display and has no due time
 * @param occurrence for when its occurrence was planned: the same, unless it was rescheduled after an attempt
 * @param payload the payload's JSON, or null if it has none
 * @param callback the callback carried by it, or null for the topic's
 * @param options its priority, description, headers, limits and repetition
 * @param lastRun its last occurrence, if it repeats; read for display only
 */
public record TaskDetail(
        @Nullable String topic,
        Instant dueAt,
        Instant occurrence,
        byte @Nullable [] payload,
        @Nullable CallbackReference callback,
        Task.Options options,
        @Nullable LastRun lastRun) {

    private static final Logger log = Loggers.of(TaskDetail.class);

    /** Positions in the JSON array. */
    private static final int DUE = 0;

    /** Position of the {@link Label} in the JSON array. */
    public static final int TOPIC = 1;

    /** Position of the payload in the JSON array. */
    public static final int PAYLOAD = 2;

    /** Position of the options in the JSON array. */
    public static final int OPTIONS = 3;

    /** Position of the last occurrence in the JSON array. */
    private static final int LAST_RUN = 4;

    /**
     * A callback class by name.
     *
     * @param className the class
     * @param signature the names of its constructor's parameter types, compared with those of the class, never loaded
     * @param arguments the arguments as a JSON array
     */
    public record CallbackReference(
            @JsonProperty("class") String className, List<String> signature, JsonNode arguments) {

        /** Refuses a callback without class or arguments. */
        public CallbackReference {
            if (className == null || arguments == null) {
                throw new IllegalArgumentException("The task's callback has no class or no arguments");
            }
            signature = signature == null ? List.of() : List.copyOf(signature);
        }
    }

    /**
     * Topic, key and tags of a task. The JSON array has them in one text, because scripts read them: a task with a key or tags has a colon behind the
     * topic, then the key if there is one, and each tag behind a tab, which JSON writes as {@code \\t}.
     *
     * @param topic the topic's name
     * @param key the key; null if there is none
     * @param tags the tags
     */
    public record Label(String topic, @Nullable String key, List<Tag> tags) {

        /** A tab as JSON has it. */
        public static final String TAB = "\\t";

        /** {@return the label that a text of the JSON array is; a tag that breaks its rule is passed over} */
        public static Label of(String text) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                return new Label(text, null, List.of());
            }
            String[] parts = text.substring(colon + 1).replace(TAB, "\t").split("\t");
            List<Tag> tags = new ArrayList<>();
            for (String part : Arrays.asList(parts).subList(1, parts.length)) {
                try {
                    tags.add(Tag.parse(part));
                } catch (InvalidTaskException e) {
                    log.trace("A task's tag cannot be read", e);
                }
            }
            return new Label(text.substring(0, colon), parts[0].isEmpty() ? null : parts[0], List.copyOf(tags));
        }

        /**
         * Reads the label of a task without reading the whole task.
         *
         * @param json the JSON array, or all of it behind the due time
         * @return the label
         */
        public static Label of(byte[] json) {
            return of(text(json));
        }

        /**
         * Reads the key, if there is one, and each tag behind {@code \\t}, as the JSON array has them.
         *
         * @param json the JSON array, or all of it behind the due time
         * @return the end of the label; null if there is neither
         */
        public static @Nullable String behindTopic(byte[] json) {
            String text = text(json);
            int colon = text.indexOf(':');
            return colon < 0 ? null : text.substring(colon + 1);
        }

        private static String text(byte[] json) {
            int start = 0;
            while (start < json.length && json[start] != '"') {
                start++;
            }
            int end = start + 1;
            while (end < json.length && json[end] != '"') {
                end++;
            }
            return end < json.length ? new String(json, start + 1, end - start - 1, UTF_8) : "";
        }
    }

    /**
     * Creates a task.
     *
     * @param topic the topic; null in a task as an attempt gets it
     * @param dueAt when it is due first
     * @param label its key and its tags
     * @param payload the payload's JSON, or null if it has none, or null
     * @param options the other data
     * @param lastRun the last occurrence; null in a task as an attempt gets it
     * @return the task
     */
    public static TaskDetail of(
            @Nullable String topic,
            Instant dueAt,
            Label label,
            byte @Nullable [] payload,
            StoredOptions options,
            @Nullable LastRun lastRun) {
        boolean isNull = options.payload() != null && options.payload().isNull();
        return new TaskDetail(
                topic,
                dueAt,
                options.planned() == null ? dueAt : Instant.ofEpochMilli(options.planned()),
                isNull ? "null".getBytes(UTF_8) : payload,
                options.callback(),
                options.toOptions(label),
                lastRun);
    }

    /**
     * {@return the last time at which an attempt may begin; null for any time}
     *
     * @param topicWithin time after the due time within which attempts of the topic may begin; null for any time
     */
    public @Nullable Instant latestStart(@Nullable Duration topicWithin) {
        if (options.notAfter() != null) {
            return options.notAfter();
        }
        Duration within = options.within() == null ? topicWithin : options.within();
        return within == null ? null : dueAt.plus(within);
    }

    /**
     * {@return how long the first attempt waited for a place of the key; null without a key, and for further attempts}
     *
     * @param attempt the number of the attempt
     * @param dueAt when the attempt was due: the time at which the task got its place, if it was behind others of its key
     * @param requeuedAt when the task was ready or due by its last requeue; 0 if it was not requeued
     */
    public @Nullable Duration keyWait(int attempt, long dueAt, long requeuedAt) {
        return options.key() == null || attempt > 1
                ? null
                : Duration.ofMillis(Math.max(0, dueAt - Math.max(requeuedAt, this.dueAt.toEpochMilli())));
    }

    /** {@return the payload's JSON as text, or null if it has none} */
    public @Nullable String payloadText() {
        return payload == null ? null : new String(payload, UTF_8);
    }

    /**
     * Reads a task for a {@link TaskInfo}. JSON that is broken is read up to that element, and values that do not fit are ignored, so that
     * a task that no attempt can read is found and removed like others.
     *
     * @param json a JSON array in UTF-8
     * @param withPayload whether to read its payload
     * @return the task, as far as it can be read
     */
    public static TaskDetail readForDisplay(byte[] json, boolean withPayload) {
        JsonNode due = MissingNode.getInstance();
        JsonNode topic = due;
        JsonNode lastRun = due;
        ObjectNode fields = StoredJson.MAPPER.createObjectNode();
        StoredOptions options = StoredOptions.NONE;
        byte[] payload = null;
        try (JsonParser parser = StoredJson.MAPPER.createParser(json)) {
            boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
            for (int element = 0; isArray && parser.nextToken() != JsonToken.END_ARRAY; element++) {
                switch (element) {
                    case DUE -> due = parser.readValueAsTree();
                    case TOPIC -> topic = parser.readValueAsTree();
                    case PAYLOAD -> {
                        if (withPayload && parser.currentToken() != JsonToken.VALUE_NULL) {
                            payload = StoredJson.cut(parser, json);
                        }
                        parser.skipChildren();
                    }
                    case OPTIONS -> StoredJson.readFields(parser, fields);
                    case LAST_RUN -> lastRun = parser.readValueAsTree();
                    default -> parser.skipChildren();
                }
            }
        } catch (JacksonException | NumberFormatException e) {
            // The task's last error names the flaw.
            log.trace("A task's JSON cannot be read", e);
        }
        if (!withPayload) {
            fields.remove("payload");
        }
        try {
            options = StoredJson.readFitting(fields, StoredOptions.class);
        } catch (JacksonException e) {
            log.trace("A task's options cannot be read", e);
        }
        String name = topic.asString(null);
        Label label = Label.of(name == null ? "" : name);
        return of(
                name == null ? null : label.topic(),
                Instant.ofEpochMilli(due.asLong(0)),
                label,
                payload,
                options,
                lastRun(lastRun));
    }

    /** Of an array of due time, end, and 1 if the occurrence failed. */
    private static @Nullable LastRun lastRun(JsonNode run) {
        JsonNode due = run.path(0);
        JsonNode end = run.path(1);
        return due.isIntegralNumber() && end.isIntegralNumber()
                ? new LastRun(
                        Instant.ofEpochMilli(due.asLong(0)),
                        Instant.ofEpochMilli(end.asLong(0)),
                        run.path(2).asInt(0) != 0)
                : null;
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
                Failures.error(lastError),
                payloadText(),
                instance,
                state == TaskState.RESERVED ? Instant.ofEpochMilli(reservedAt) : null,
                options,
                lastRun,
                failedAttempts);
    }
}
