package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.RepeatJson;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.StoredOptions;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskDetail.CallbackReference;
import io.delayqueue.store.TaskDetail.Label;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * A task as the JSON array that the store keeps: due time, topic, payload, and an object of options, which is left out if nothing is set.
 * The payload is written and cut out as it stands, for the application's own mapper. Reading is strict, and ignores elements and options of
 * later versions. A change keeps those too.
 */
public final class TaskJson {

    static final byte[] NULL = "null".getBytes(UTF_8);

    private static final String PLANNED = "planned";

    private static final String NEXT = "next";

    private static final String PAUSED = "paused";

    private TaskJson() {}

    /** Writes all behind the due time, which the store puts in front. */
    static byte[] write(Task task, byte @Nullable [] payload, @Nullable CallbackReference callback) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        String label = label(task.options().key(), task.options().tags());
        String text = "\"" + task.topic().topic() + (label == null ? "" : ":" + label) + "\",";
        out.writeBytes(text.getBytes(UTF_8));
        out.writeBytes(payload == null ? NULL : payload);
        boolean nullPayload = payload != null && payload[0] == 'n';
        StoredOptions options = StoredOptions.of(task.options(), callback, nullPayload);
        if (!options.equals(StoredOptions.NONE)) {
            out.write(',');
            out.writeBytes(StoredJson.MAPPER.writeValueAsBytes(options));
        }
        out.write(']');
        return out.toByteArray();
    }

    /** Returns the end of the label, as {@link Label#behindTopic} reads it. */
    static @Nullable String label(@Nullable String key, List<Tag> tags) {
        if (key == null && tags.isEmpty()) {
            return null;
        }
        return tags.stream().map(tag -> Label.TAB + tag).collect(joining("", Objects.toString(key, ""), ""));
    }

    /**
     * Reads a task for an attempt.
     *
     * @param json the task's JSON array in UTF-8
     * @return the task
     * @throws UnreadableTaskException if it is not JSON, or not a task's
     */
    public static TaskDetail read(byte[] json) throws UnreadableTaskException {
        try (JsonParser parser = StoredJson.MAPPER.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new UnreadableTaskException("The task is not a JSON array");
            }
            TaskDetail task = task(parser, json);
            if (parser.nextToken() != null) {
                throw new UnreadableTaskException("The task's JSON does not end where it should");
            }
            return task;
        } catch (JacksonException | NumberFormatException e) {
            throw new UnreadableTaskException("The task's JSON cannot be read", e);
        }
    }

    private static TaskDetail task(JsonParser parser, byte[] json) throws UnreadableTaskException {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            throw new UnreadableTaskException("The task's JSON has no due time");
        }
        Instant due = Instant.ofEpochMilli(parser.getLongValue());
        Label label = Label.of("");
        byte[] payload = null;
        StoredOptions options = StoredOptions.NONE;
        for (int element = 1; parser.nextToken() != JsonToken.END_ARRAY; element++) {
            if (element == TaskDetail.TOPIC) {
                label = Label.of(parser.getValueAsString(""));
                parser.skipChildren();
            } else if (element == TaskDetail.PAYLOAD && parser.currentToken() != JsonToken.VALUE_NULL) {
                payload = StoredJson.cut(parser, json);
            } else if (element == TaskDetail.OPTIONS) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw new UnreadableTaskException(
                            "The task's JSON has " + parser.currentToken() + " for an object");
                }
                options = parser.readValueAs(StoredOptions.class);
            } else {
                parser.skipChildren();
            }
        }
        return TaskDetail.of(null, due, label, payload, options, null);
    }

    /**
     * Replaces the payload.
     *
     * @param json the task's JSON array in UTF-8
     * @param payload the other payload as JSON in UTF-8
     * @return the task's JSON with the other payload
     * @throws InvalidTaskException if the task cannot be read, or has a callback with arguments instead of a payload
     */
    public static byte[] withPayload(byte[] json, byte[] payload) {
        return changed(json, "payload cannot be replaced in a task that cannot be read", elements -> {
            if (elements.get(TaskDetail.OPTIONS) instanceof ObjectNode options) {
                if (options.has("callback")) {
                    throw new InvalidTaskException(
                            "payload cannot be given to a task with a callback class, which has arguments instead");
                }
                options.remove("payload");
            }
            elements.remove(TaskDetail.PAYLOAD);
            elements.insertRawValue(TaskDetail.PAYLOAD, raw(payload));
        });
    }

    /**
     * Replaces the repetition. A pause stays.
     *
     * @param json the JSON array of a task that repeats, in UTF-8
     * @param dueAt the due time, in milliseconds since the epoch
     * @param repeat the repetition
     * @param next the time of the occurrence after the current one, in milliseconds since the epoch, or from its end if it is negative;
     *     null for that which its end gives
     * @return the task's JSON
     * @throws InvalidTaskException if the task cannot be read
     */
    public static byte[] withRepeat(byte[] json, long dueAt, Repeat repeat, @Nullable Long next) {
        return repeating(json, dueAt, options -> {
            options.replace("repeat", StoredJson.MAPPER.valueToTree(RepeatJson.of(repeat)));
            options.remove(NEXT);
            if (next != null) {
                options.put(NEXT, next);
            }
        });
    }

    /**
     * Sets or ends a pause. The repetition stays, and so does the time of the next occurrence that a change has left.
     *
     * @param json the JSON array of a task that repeats, in UTF-8
     * @param dueAt the due time, in milliseconds since the epoch
     * @param paused whether occurrences are paused
     * @return the task's JSON
     * @throws InvalidTaskException if the task cannot be read
     */
    public static byte[] withPause(byte[] json, long dueAt, boolean paused) {
        return repeating(json, dueAt, options -> {
            options.remove(PAUSED);
            if (paused) {
                options.put(PAUSED, true);
            }
        });
    }

    private static byte[] repeating(byte[] json, long dueAt, Consumer<ObjectNode> change) {
        String unreadable = "repeat cannot be changed in a task that cannot be read";
        return changed(json, unreadable, elements -> {
            if (!(elements.get(TaskDetail.OPTIONS) instanceof ObjectNode options)) {
                throw new InvalidTaskException(unreadable);
            }
            if (!new String(json, UTF_8).startsWith("[" + dueAt + ",")) {
                // Another occurrence, which no reschedule has moved.
                options.remove(PLANNED);
            }
            elements.set(0, dueAt);
            change.accept(options);
            // Scripts read the marks at the end, in this order.
            for (String mark : List.of(PLANNED, NEXT, PAUSED)) {
                JsonNode value = options.remove(mark);
                if (value != null) {
                    options.set(mark, value);
                }
            }
        });
    }

    private static byte[] changed(byte[] json, String unreadable, Consumer<ArrayNode> change) {
        try {
            ArrayNode elements = elements(json);
            if (elements.size() < TaskDetail.PAYLOAD) {
                throw new InvalidTaskException(unreadable);
            }
            change.accept(elements);
            return StoredJson.MAPPER.writeValueAsBytes(elements);
        } catch (JacksonException | NumberFormatException e) {
            throw new InvalidTaskException(unreadable, e);
        }
    }

    /** Returns the options as a tree, and the other elements as they stand; nothing if it is no array, or more than one value. */
    private static ArrayNode elements(byte[] json) {
        ArrayNode elements = StoredJson.MAPPER.createArrayNode();
        try (JsonParser parser = StoredJson.MAPPER.createParser(json)) {
            boolean array = parser.nextToken() == JsonToken.START_ARRAY;
            for (int element = 0; array && parser.nextToken() != JsonToken.END_ARRAY; element++) {
                if (element == TaskDetail.OPTIONS) {
                    elements.add(parser.<JsonNode>readValueAsTree());
                } else {
                    elements.addRawValue(raw(StoredJson.cut(parser, json)));
                }
            }
            return parser.nextToken() == null ? elements : elements.removeAll();
        }
    }

    private static RawValue raw(byte[] json) {
        return new RawValue(new String(json, UTF_8));
    }
}
