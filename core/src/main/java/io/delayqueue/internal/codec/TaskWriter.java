package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.StoredJson;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.RawValue;

/** Writes a task as the JSON that the store keeps. What is not set is left out: a million pending tasks pay for it. */
public final class TaskWriter {

    /** For what surrounds the payload; the application's mapper may have its own ideas of names and nulls. */
    private final JsonMapper envelope = JsonMapper.builder().build();

    private final JsonMapper mapper;

    private final AllowedCallbacks allowed;

    private final int maxPayloadSize;

    /**
     * Creates a writer.
     *
     * @param mapper writes payloads and arguments
     * @param allowed the callback classes that may travel
     * @param maxPayloadSize how large a payload, or a callback's arguments, may be, in bytes of JSON
     */
    public TaskWriter(JsonMapper mapper, AllowedCallbacks allowed, int maxPayloadSize) {
        this.mapper = mapper;
        this.allowed = allowed;
        this.maxPayloadSize = maxPayloadSize;
    }

    /**
     * Writes a task.
     *
     * @param task the task
     * @return what to give to the store
     * @throws InvalidTaskException if the payload cannot be written or is too large, or the callback is not allowed or has
     *     no constructor for the arguments
     */
    public NewTask write(Task task) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        out.writeBytes(("{\"topic\":\"" + task.topic().topic() + "\"").getBytes(UTF_8));
        if (task.payload() != null) {
            out.writeBytes(",\"payload\":".getBytes(UTF_8));
            out.writeBytes(json("payload", task.payload(), task.payloadType()));
        }
        Map<String, Object> more = more(task);
        if (more.isEmpty()) {
            out.write('}');
        } else {
            byte[] object = envelope.writeValueAsBytes(more);
            object[0] = ',';
            out.writeBytes(object);
        }
        Instant dueAt = task.dueAt();
        return new NewTask(
                task.topic().topic(),
                task.id(),
                time(task),
                dueAt == null,
                out.toByteArray(),
                new NewTask.AddMode(task.priority(), task.ifExists()));
    }

    /**
     * Checks a task and writes its payload, or its callback's arguments, as {@link #write} does: what becomes of those
     * objects afterwards does not matter to the task.
     *
     * @param task the task
     * @return the same task, to be written later
     * @throws InvalidTaskException for the reasons of {@link #write}
     */
    public Task freeze(Task task) {
        Object payload = task.payload();
        Task.CallbackSpec callback = task.callback();
        return task.with(
                payload == null ? null : new WrittenPayload(json("payload", payload, task.payloadType())),
                callback == null ? null : new Task.CallbackSpec(callback.type(), List.of(arguments(callback))));
    }

    private Map<String, Object> more(Task task) {
        Map<String, Object> more = new LinkedHashMap<>();
        if (task.callback() != null) {
            more.put("callback", callback(task.callback()));
        }
        if (task.ttr() != null) {
            more.put("ttr", task.ttr().toMillis());
        }
        if (task.maxAttempts() != null) {
            more.put("maxAttempts", task.maxAttempts());
        }
        if (task.retry() != null) {
            more.put("retry", RetryJson.write(task.retry()));
        }
        if (task.priority() != Priority.NORMAL) {
            more.put("priority", task.priority().name());
        }
        if (task.repeat() != null) {
            more.put("repeat", RepeatJson.write(task.repeat()));
        }
        if (task.description() != null) {
            more.put("description", task.description());
        }
        if (!task.headers().isEmpty()) {
            more.put("headers", task.headers());
        }
        return more;
    }

    private Map<String, Object> callback(Task.CallbackSpec callback) {
        WrittenArguments arguments = arguments(callback);
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("class", callback.type().getName());
        written.put("signature", arguments.signature());
        written.put("arguments", new RawValue(new String(arguments.json(), UTF_8)));
        return written;
    }

    private WrittenArguments arguments(Task.CallbackSpec callback) {
        List<@Nullable Object> arguments = callback.arguments();
        if (arguments.size() == 1 && arguments.get(0) instanceof WrittenArguments written) {
            return written;
        }
        requireAllowed(callback);
        List<String> signature = Arrays.stream(
                        Constructors.forArguments(callback.type(), arguments).getParameterTypes())
                .map(Class::getName)
                .toList();
        return new WrittenArguments(signature, json("callback", arguments, null));
    }

    private void requireAllowed(Task.CallbackSpec callback) {
        String className = callback.type().getName();
        if (!allowed.allows(className)) {
            throw new InvalidTaskException(
                    "callback",
                    "callback must be a class that the configuration allows, but is " + className
                            + ": add it, or its package, to the allowed callbacks",
                    null);
        }
    }

    private byte[] json(String field, Object value, @Nullable Type type) {
        if (value instanceof WrittenPayload written) {
            return written.json();
        }
        byte[] json;
        try {
            json = type == null
                    ? mapper.writeValueAsBytes(value)
                    : mapper.writerFor(mapper.constructType(type)).writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new InvalidTaskException(
                    field,
                    field + " must be something Jackson can write, but "
                            + value.getClass().getName() + " is not: " + e.getOriginalMessage(),
                    e);
        }
        if (json.length > maxPayloadSize) {
            throw new InvalidTaskException(
                    field,
                    field + " must be at most " + maxPayloadSize + " bytes of JSON, but is " + json.length,
                    null);
        }
        try {
            StoredJson.requireReadable(json);
        } catch (JacksonException e) {
            throw new InvalidTaskException(
                    field, field + " must be JSON that can be read again, but is not: " + e.getOriginalMessage(), e);
        }
        return json;
    }

    private static long time(Task task) {
        if (task.dueAt() != null) {
            return Millis.up(task.dueAt());
        }
        return task.delay() == null ? 0 : Millis.up(task.delay());
    }
}
