package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Replaces the due time of a stored task, and its repetition or its pause. All else stays as it stands, also what later versions have
 * written.
 */
public final class RepeatEdit {

    private static final String NEXT = "next";

    private static final String PAUSED = "paused";

    private RepeatEdit() {}

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
    public static byte[] change(byte[] json, long dueAt, Repeat repeat, @Nullable Long next) {
        return apply(json, dueAt, options -> {
            options.replace("repeat", StoredJson.MAPPER.writeValueAsBytes(RepeatJson.of(repeat)));
            set(options, NEXT, next);
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
    public static byte[] pause(byte[] json, long dueAt, boolean paused) {
        return apply(json, dueAt, options -> set(options, PAUSED, paused ? true : null));
    }

    private static void set(Map<String, byte[]> options, String name, @Nullable Object value) {
        options.remove(name);
        if (value != null) {
            options.put(name, value.toString().getBytes(UTF_8));
        }
    }

    private static byte[] apply(byte[] json, long dueAt, Consumer<Map<String, byte[]>> change) {
        try {
            List<byte[]> elements = JsonParts.elements(json);
            if (elements.size() <= TaskDetail.OPTIONS) {
                throw unreadable(null);
            }
            elements.set(0, Long.toString(dueAt).getBytes(UTF_8));
            Map<String, byte[]> options = JsonParts.fields(elements.get(TaskDetail.OPTIONS));
            change.accept(options);
            // Scripts read both at the end, in this order.
            for (String mark : List.of(NEXT, PAUSED)) {
                byte[] value = options.remove(mark);
                if (value != null) {
                    options.put(mark, value);
                }
            }
            elements.set(TaskDetail.OPTIONS, JsonParts.object(options));
            return JsonParts.array(elements);
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private static InvalidTaskException unreadable(@Nullable Throwable cause) {
        return new InvalidTaskException("repeat", "repeat cannot be changed in a task that cannot be read", cause);
    }
}
