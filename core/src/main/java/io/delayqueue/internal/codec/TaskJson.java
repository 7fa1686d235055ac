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
 * A task as the JSON that the store keeps, which puts the due time in front. Fields that are not set are left out: a million pending
 * tasks pay for them. Payload and arguments are written and cut out as they stand, for the application's own mapper. Reading is
 * strict, does not bind (see ADR 27), and ignores fields of later versions.
 */
public final class TaskJson {

    private TaskJson() {}

    /** The fields behind topic and payload, in the order of the bytes. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Fields(
            @Nullable Callback callback,
            @Nullable Long ttr,
            @Nullable Integer maxAttempts,
            @Nullable RetryJson retry,
            @Nullable String priority,
            @Nullable RepeatJson repeat,
            @Nullable String description,
            @Nullable Map<String, String> headers) {

        /** Of a task of which nothing is set. */
        static final Fields DEFAULTS = of(Task.of("none", "none").build(), null);

        static Fields of(Task task, @Nullable CallbackReference callback) {
            Duration ttr = task.ttr();
            return new Fields(
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

    static byte[] write(Task task, byte @Nullable [] payload, @Nullable CallbackReference callback) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.writeBytes(("{\"topic\":\"" + task.topic().topic() + "\"").getBytes(UTF_8));
        if (payload != null) {
            out.writeBytes(",\"payload\":".getBytes(UTF_8));
            out.writeBytes(payload);
        }
        Fields fields = Fields.of(task, callback);
        if (fields.equals(Fields.DEFAULTS)) {
            out.write('}');
        } else {
            byte[] object = StoredJson.MAPPER.writeValueAsBytes(fields);
            object[0] = ',';
            out.writeBytes(object);
        }
        return out.toByteArray();
    }

    /**
     * Reads a task for an attempt.
     *
     * @param json the task's JSON in UTF-8
     * @return the task
     * @throws UnreadableTaskException if it is not JSON, or not a task's
     */
    public static TaskDetail read(byte[] json) throws UnreadableTaskException {
        try (JsonParser parser = StoredJson.parser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnreadableTaskException("The task is not a JSON object");
            }
            return task(parser, json);
        } catch (JacksonException | ArithmeticException e) {
            throw new UnreadableTaskException("The task's JSON cannot be read", e);
        }
    }

    private static TaskDetail task(JsonParser parser, byte[] json) throws UnreadableTaskException {
        Instant due = null;
        byte[] payload = null;
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
                case "due" -> due = Instant.ofEpochMilli(parser.getLongValue());
                case "payload" -> payload = StoredJson.cut(parser, json);
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
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new UnreadableTaskException("The task's JSON does not end where it should");
        }
        if (due == null) {
            throw new UnreadableTaskException("The task's JSON has no due time");
        }
        return new TaskDetail(
                null, due, Priority.NORMAL, payload, callback, ttr, maxAttempts, retry, repeat, description, headers);
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
