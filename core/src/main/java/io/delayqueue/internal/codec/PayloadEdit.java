package io.delayqueue.internal.codec;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.store.TaskDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

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
        try {
            List<byte[]> elements = new ArrayList<>(JsonParts.elements(json));
            if (elements.size() < TaskDetail.PAYLOAD) {
                throw unreadable(null);
            }
            if (elements.size() > TaskDetail.OPTIONS) {
                elements.set(TaskDetail.OPTIONS, withoutPayload(elements.get(TaskDetail.OPTIONS)));
            }
            if (elements.size() == TaskDetail.PAYLOAD) {
                elements.add(payload);
            } else {
                elements.set(TaskDetail.PAYLOAD, payload);
            }
            return JsonParts.array(elements);
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** Returns the options without the mark of a payload that is null. */
    private static byte[] withoutPayload(byte[] json) {
        Map<String, byte[]> options = JsonParts.fields(json);
        if (options.containsKey("callback")) {
            throw new InvalidTaskException(
                    "payload",
                    "payload cannot be given to a task with a callback class, which has arguments instead",
                    null);
        }
        return options.remove("payload") == null ? json : JsonParts.object(options);
    }

    private static InvalidTaskException unreadable(@Nullable Throwable cause) {
        return new InvalidTaskException("payload", "payload cannot be replaced in a task that cannot be read", cause);
    }
}
