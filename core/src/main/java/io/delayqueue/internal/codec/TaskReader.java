package io.delayqueue.internal.codec;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskDetail.CallbackReference;
import io.delayqueue.store.StoredJson;
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
 * Reads a task's JSON. Payload and arguments are cut out as they stand, for the application's own mapper to read; fields
 * of later versions are passed over.
 */
public final class TaskReader {

    /** Creates a reader. */
    public TaskReader() {}

    /**
     * Reads a task.
     *
     * @param detail the task's JSON in UTF-8
     * @return what it says
     * @throws UnreadableTaskException if it is not JSON, or not a task's
     */
    public TaskDetail read(byte[] detail) throws UnreadableTaskException {
        try (JsonParser parser = StoredJson.parser(detail)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnreadableTaskException("The task is not a JSON object");
            }
            Fields fields = new Fields();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.read(name, parser, detail);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new UnreadableTaskException("The task's JSON does not end where it should");
            }
            return fields.toDetail();
        } catch (JacksonException | ArithmeticException e) {
            throw new UnreadableTaskException("The task's JSON cannot be read", e);
        }
    }

    private static final class Fields {

        private @Nullable Instant due;
        private byte @Nullable [] payload;
        private @Nullable CallbackReference callback;
        private @Nullable Duration ttr;
        private @Nullable Integer maxAttempts;
        private @Nullable ExponentialBackoff retry;
        private @Nullable String description;
        private @Nullable Repeat repeat;
        private Map<String, String> headers = Map.of();

        void read(String name, JsonParser parser, byte[] detail) throws UnreadableTaskException {
            switch (name) {
                case "due" -> due = Instant.ofEpochMilli(parser.getLongValue());
                case "payload" -> payload = StoredJson.cut(parser, detail);
                case "callback" -> callback = callback(parser, detail);
                case "ttr" -> ttr = Duration.ofMillis(parser.getLongValue());
                case "maxAttempts" -> maxAttempts = parser.getIntValue();
                case "retry" -> retry = RetryJson.read(parser);
                case "repeat" -> repeat = RepeatJson.read(parser);
                case "description" -> description = text(parser);
                case "headers" -> headers = headers(parser);
                default -> parser.skipChildren();
            }
        }

        TaskDetail toDetail() throws UnreadableTaskException {
            if (due == null) {
                throw new UnreadableTaskException("The task's JSON has no due time");
            }
            return new TaskDetail(due, payload, callback, ttr, maxAttempts, retry, description, headers, repeat);
        }
    }

    private static CallbackReference callback(JsonParser parser, byte[] detail) throws UnreadableTaskException {
        requireObject(parser);
        String className = null;
        List<String> signature = new ArrayList<>();
        byte[] arguments = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "class" -> className = text(parser);
                case "arguments" -> arguments = StoredJson.cut(parser, detail);
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
