package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

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
        try {
            List<byte[]> elements = JsonParts.elements(json);
            if (elements.size() <= TaskDetail.OPTIONS) {
                throw unreadable(null);
            }
            elements.set(0, Long.toString(dueAt).getBytes(UTF_8));
            Map<String, byte[]> options = JsonParts.fields(elements.get(TaskDetail.OPTIONS));
            options.replace("repeat", StoredJson.MAPPER.writeValueAsBytes(RepeatJson.of(repeat)));
            // The marks stand at the end, where scripts read them.
            options.keySet().removeAll(MARKS);
            if (paused) {
                options.put("paused", "true".getBytes(UTF_8));
            } else if (next != null) {
                options.put("next", next.toString().getBytes(UTF_8));
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
