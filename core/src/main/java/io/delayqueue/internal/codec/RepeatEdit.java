package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Replaces the due time and the repetition of a stored task. All else stays as it stands, also what later versions have written. */
public final class RepeatEdit {

    private static final Set<String> MARKS = Set.of("paused", "next");

    private RepeatEdit() {}

    /**
     * Replaces them.
     *
     * @param json the JSON array of a task that repeats, in UTF-8
     * @param dueAt the due time, in milliseconds since the epoch
     * @param repeat the repetition
     * @param paused whether occurrences are paused
     * @param next the time of the occurrence after the current one, in milliseconds since the epoch, or from its end if it is negative;
     *     null for that which its end gives, and if occurrences are paused
     * @return the task's JSON
     * @throws InvalidTaskException if the task cannot be read
     */
    public static byte[] apply(byte[] json, long dueAt, Repeat repeat, boolean paused, @Nullable Long next) {
        try (JsonParser parser = StoredJson.parser(json)) {
            List<byte[]> elements = new ArrayList<>();
            boolean array = parser.nextToken() == JsonToken.START_ARRAY;
            while (array && parser.nextToken() != JsonToken.END_ARRAY) {
                boolean options =
                        elements.size() == TaskDetail.OPTIONS && parser.currentToken() == JsonToken.START_OBJECT;
                elements.add(options ? options(parser, json, repeat, paused, next) : StoredJson.cut(parser, json));
            }
            if (elements.size() <= TaskDetail.OPTIONS || parser.nextToken() != null) {
                throw unreadable(null);
            }
            elements.set(0, Long.toString(dueAt).getBytes(UTF_8));
            return PayloadEdit.joined('[', elements, ']');
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private static InvalidTaskException unreadable(@Nullable Throwable cause) {
        return new InvalidTaskException("repeat", "repeat cannot be changed in a task that cannot be read", cause);
    }

    /** Returns the options with the marks at the end, where scripts read them. */
    private static byte[] options(JsonParser parser, byte[] json, Repeat repeat, boolean paused, @Nullable Long next) {
        List<byte[]> fields = new ArrayList<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            byte[] value = StoredJson.cut(parser, json);
            if (name.equals("repeat")) {
                value = StoredJson.MAPPER.writeValueAsBytes(RepeatJson.of(repeat));
            }
            if (!MARKS.contains(name)) {
                fields.add(PayloadEdit.field(name, value));
            }
        }
        if (paused) {
            fields.add(PayloadEdit.field("paused", "true".getBytes(UTF_8)));
        } else if (next != null) {
            fields.add(PayloadEdit.field("next", next.toString().getBytes(UTF_8)));
        }
        return PayloadEdit.joined('{', fields, '}');
    }
}
