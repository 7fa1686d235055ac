package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Replaces the payload of a stored task. All else stays as it stands, also what later versions have written. */
public final class PayloadEdit {

    private PayloadEdit() {}

    /**
     * Replaces the payload.
     *
     * @param json the task's JSON array in UTF-8
     * @param payload the other payload as JSON in UTF-8
     * @return the task's JSON with the other payload
     * @throws InvalidTaskException if the task cannot be read, or has a callback with arguments instead of a payload
     */
    public static byte[] apply(byte[] json, byte[] payload) {
        try (JsonParser parser = StoredJson.parser(json)) {
            List<byte[]> elements = new ArrayList<>();
            boolean array = parser.nextToken() == JsonToken.START_ARRAY;
            while (array && parser.nextToken() != JsonToken.END_ARRAY) {
                boolean options =
                        elements.size() == TaskDetail.OPTIONS && parser.currentToken() == JsonToken.START_OBJECT;
                elements.add(options ? withoutPayload(parser, json) : StoredJson.cut(parser, json));
            }
            if (elements.size() < TaskDetail.PAYLOAD || parser.nextToken() != null) {
                throw new InvalidTaskException(
                        "payload", "payload cannot be replaced in a task that cannot be read", null);
            }
            if (elements.size() == TaskDetail.PAYLOAD) {
                elements.add(payload);
            } else {
                elements.set(TaskDetail.PAYLOAD, payload);
            }
            return joined('[', elements, ']');
        } catch (JacksonException e) {
            throw new InvalidTaskException("payload", "payload cannot be replaced in a task that cannot be read", e);
        }
    }

    /** Returns the options without the mark of a payload that is null. */
    private static byte[] withoutPayload(JsonParser parser, byte[] json) {
        List<byte[]> fields = new ArrayList<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            byte[] value = StoredJson.cut(parser, json);
            if (name.equals("callback")) {
                throw new InvalidTaskException(
                        "payload",
                        "payload cannot be given to a task with a callback class, which has arguments instead",
                        null);
            }
            if (!name.equals("payload")) {
                fields.add(field(name, value));
            }
        }
        return joined('{', fields, '}');
    }

    /** Returns a field of an object. */
    static byte[] field(String name, byte[] value) {
        byte[] quoted = StoredJson.MAPPER.writeValueAsBytes(name);
        ByteArrayOutputStream field = new ByteArrayOutputStream(quoted.length + 1 + value.length);
        field.writeBytes(quoted);
        field.write(':');
        field.writeBytes(value);
        return field.toByteArray();
    }

    /** Returns an array or an object. */
    static byte[] joined(char start, List<byte[]> parts, char end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(start);
        for (int i = 0; i < parts.size(); i++) {
            out.writeBytes((i == 0 ? "" : ",").getBytes(UTF_8));
            out.writeBytes(parts.get(i));
        }
        out.write(end);
        return out.toByteArray();
    }
}
