package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A task as the JSON array that the store keeps: due time, topic, payload, and an object of options. What is not set is left out: a
 * million pending tasks pay for it. Payload and arguments are written and cut out as they stand, for the application's own mapper.
 * Reading is strict, does not bind (see ADR 13), and ignores elements and options of later versions.
 */
public final class TaskJson {

    private static final byte[] NULL = "null".getBytes(UTF_8);

    private TaskJson() {}

    /**
     * The options, in the order of the bytes.
     *
     * @param payload null as JSON if that is the payload; the array has it also for tasks without payload
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Options(
            @JsonRawValue @Nullable String payload,
            @Nullable Callback callback,
            @Nullable Long ttr,
            @Nullable Integer maxAttempts,
            @Nullable RetryJson retry,
            @Nullable String priority,
            @Nullable RepeatJson repeat,
            @Nullable String description,
            @Nullable Map<String, String> headers) {

        /** Of a task of which nothing is set. */
        static final Options DEFAULTS = of(Task.of("none", "none").build(), null, null);

        static Options of(Task task, byte @Nullable [] payload, @Nullable CallbackReference callback) {
            Duration ttr = task.ttr();
            return new Options(
                    payload != null && payload[0] == 'n' ? "null" : null,
                    callback == null ? null : Callback.of(callback),
                    ttr == null ? null : ttr.toMillis(),
                    task.maxAttempts(),
                    RetryJson.of(task.retry()),
                    task.priority() == Priority.NORMAL ? null : task.priority().name(),
                    RepeatJson.of(task.repeat()),
                    task.description(),
                    task.headers().isEmpty() ? null : task.headers());
        }
    }

    record Callback(
            @JsonProperty("class") String className,
            List<String> signature,
            @JsonRawValue String arguments) {

        static Callback of(CallbackReference callback) {
            return new Callback(callback.className(), callback.signature(), new String(callback.arguments(), UTF_8));
        }
    }

    /** Writes all behind the due time, which the store puts in front. */
    static byte[] write(Task task, byte @Nullable [] payload, @Nullable CallbackReference callback) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.writeBytes(("\"" + task.topic().topic() + "\",").getBytes(UTF_8));
        out.writeBytes(payload == null ? NULL : payload);
        Options options = Options.of(task, payload, callback);
        if (!options.equals(Options.DEFAULTS)) {
            out.write(',');
            out.writeBytes(StoredJson.MAPPER.writeValueAsBytes(options));
        }
        out.write(']');
        return out.toByteArray();
    }

    /**
     * Reads a task for an attempt.
     *
     * @param json the task's JSON array in UTF-8
     * @return the task
     * @throws UnreadableTaskException if it is not JSON, or not a task's
     */
    public static TaskDetail read(byte[] json) throws UnreadableTaskException {
        try (JsonParser parser = StoredJson.parser(json)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new UnreadableTaskException("The task is not a JSON array");
            }
            TaskDetail task = task(parser, json);
            if (parser.nextToken() != null) {
                throw new UnreadableTaskException("The task's JSON does not end where it should");
            }
            return task;
        } catch (JacksonException | ArithmeticException e) {
            throw new UnreadableTaskException("The task's JSON cannot be read", e);
        }
    }

    private static TaskDetail task(JsonParser parser, byte[] json) throws UnreadableTaskException {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            throw new UnreadableTaskException("The task's JSON has no due time");
        }
        Instant due = Instant.ofEpochMilli(parser.getLongValue());
        byte[] payload = null;
        TaskDetail task = null;
        for (int element = 1; parser.nextToken() != JsonToken.END_ARRAY; element++) {
            if (element == TaskDetail.PAYLOAD && parser.currentToken() != JsonToken.VALUE_NULL) {
                payload = StoredJson.cut(parser, json);
            } else if (element == TaskDetail.OPTIONS) {
                task = withOptions(parser, json, due, payload);
            } else {
                parser.skipChildren();
            }
        }
        return task == null ? TaskDetail.withoutOptions(due, payload) : task;
    }

    private static TaskDetail withOptions(JsonParser parser, byte[] json, Instant due, byte @Nullable [] payload)
            throws UnreadableTaskException {
        requireObject(parser);
        byte[] ownPayload = payload;
        CallbackReference callback = null;
        Duration ttr = null;
        Integer maxAttempts = null;
        ExponentialBackoff retry = null;
        Repeat repeat = null;
        String description = null;
        Map<String, String> headers = Map.of();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "payload" -> {
                    ownPayload = parser.currentToken() == JsonToken.VALUE_NULL ? NULL : payload;
                    parser.skipChildren();
                }
                case "callback" -> callback = callback(parser, json);
                case "ttr" -> ttr = Duration.ofMillis(parser.getLongValue());
                case "maxAttempts" -> maxAttempts = parser.getIntValue();
                case "retry" -> retry = RetryJson.read(parser).toBackoff();
                case "repeat" -> repeat = RepeatJson.read(parser).toRepeat();
                case "description" -> description = text(parser);
                case "headers" -> headers = headers(parser);
                default -> parser.skipChildren();
            }
        }
        return new TaskDetail(
                null,
                due,
                Priority.NORMAL,
                ownPayload,
                callback,
                ttr,
                maxAttempts,
                retry,
                repeat,
                description,
                headers,
                null,
                false);
    }

    private static CallbackReference callback(JsonParser parser, byte[] json) throws UnreadableTaskException {
        requireObject(parser);
        String className = null;
        List<String> signature = new ArrayList<>();
        byte[] arguments = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "class" -> className = text(parser);
                case "arguments" -> arguments = StoredJson.cut(parser, json);
                case "signature" -> {
                    while (value == JsonToken.START_ARRAY && parser.nextToken() != JsonToken.END_ARRAY) {
                        signature.add(text(parser));
                    }
                }
                default -> parser.skipChildren();
            }
        }
        if (className == null || arguments == null) {
            throw new UnreadableTaskException("The task's callback has no class or no arguments");
        }
        return new CallbackReference(className, signature, arguments);
    }

    static String text(JsonParser parser) throws UnreadableTaskException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new UnreadableTaskException("The task's JSON has " + parser.currentToken() + " for a text");
        }
        return parser.getString();
    }

    static void requireObject(JsonParser parser) throws UnreadableTaskException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new UnreadableTaskException("The task's JSON has " + parser.currentToken() + " for an object");
        }
    }

    private static Map<String, String> headers(JsonParser parser) throws UnreadableTaskException {
        requireObject(parser);
        Map<String, String> headers = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            headers.put(name, text(parser));
        }
        return Collections.unmodifiableMap(headers);
    }
}
