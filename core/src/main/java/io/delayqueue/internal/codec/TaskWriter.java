package io.delayqueue.internal.codec;

import static io.delayqueue.InvalidTaskException.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.log.JsonFailure;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.util.RawValue;

/** Writes tasks for the store, with payloads and arguments by the application's mapper. Enforces the largest size and the allowed callbacks. */
public final class TaskWriter {

    /** Arguments of a callback as a JSON array, and the parameter types of the constructor they are for. */
    private record WrittenArguments(List<String> signature, byte[] json) {}

    /** Payload already written as JSON. Writers other than {@link TaskWriter} write the same JSON. */
    private static final class WrittenPayload extends RawValue {

        private final byte[] json;

        WrittenPayload(byte[] json) {
            super(new String(json, UTF_8));
            this.json = json;
        }
    }

    private final JsonMapper mapper;

    private final AllowedCallbacks allowed;

    private final int maxPayloadSize;

    private final Predicate<TopicName> batched;

    private final ReadLimits limits;

    /**
     * Creates a writer.
     *
     * @param mapper writes payloads and arguments, a {@link PayloadMapper}
     * @param allowed the callback classes that tasks may carry
     * @param maxPayloadSize maximum size of a payload, or of a callback's arguments, in bytes of JSON
     */
    public TaskWriter(JsonMapper mapper, AllowedCallbacks allowed, int maxPayloadSize) {
        this(mapper, allowed, maxPayloadSize, topic -> false);
    }

    /**
     * Creates a writer.
     *
     * @param batched whether the callback of a topic here takes batches
     */
    public TaskWriter(JsonMapper mapper, AllowedCallbacks allowed, int maxPayloadSize, Predicate<TopicName> batched) {
        this.mapper = mapper;
        this.allowed = allowed;
        this.maxPayloadSize = maxPayloadSize;
        this.batched = batched;
        this.limits = new ReadLimits(mapper);
    }

    /**
     * Writes a task.
     *
     * @param task the task
     * @return the task for the store
     * @throws InvalidTaskException if the payload cannot be written, would lose its content, cannot be read again or is too large, or the
     *     callback is not allowed, has no constructor for the arguments, or one with a parameter that Jackson cannot read
     */
    public NewTask write(Task task) {
        requireBatchable(task);
        byte[] payload = task.payload() == null ? null : json("payload", task.payload(), task.payloadType());
        Instant dueAt = task.dueAt();
        return new NewTask(
                task.topic().topic(),
                task.id(),
                time(task),
                dueAt == null,
                TaskJson.write(task, payload, reference(task.callback())),
                mode(task));
    }

    private void requireBatchable(Task task) {
        boolean holds = task.repeat() == null || !batched.test(task.topic());
        require(
                holds,
                "repeat",
                task.repeat(),
                "must not be set, because the callback of " + task.topic() + " takes batches");
    }

    private static NewTask.AddMode mode(Task task) {
        Duration uniqueFor = task.options().uniqueFor();
        Duration longestWait = task.options().longestWait();
        Instant dueUntil = task.dueUntil();
        return new NewTask.AddMode(
                task.priority(),
                task.ifExists(),
                task.repeat() != null,
                uniqueFor == null ? 0 : uniqueFor.toMillis(),
                dueUntil == null ? 0 : Math.max(1, Millis.up(dueUntil)),
                longestWait == null ? 0 : longestWait.toMillis());
    }

    /**
     * Writes a payload.
     *
     * @param payload the payload
     * @return the payload as JSON; never null as JSON
     * @throws InvalidTaskException if it cannot be written, is too large, or is null
     */
    public byte[] writePayload(Object payload) {
        byte[] json = json("payload", payload, null);
        if (Arrays.equals(json, TaskJson.NULL)) {
            throw new InvalidTaskException("payload must not be null");
        }
        return json;
    }

    /**
     * Checks a task and writes its payload, or its callback's arguments, as {@link #write} does. Later changes of those objects do
     * not affect the task.
     *
     * @param task the task
     * @return the same task, to be written later
     * @throws InvalidTaskException for the reasons of {@link #write}
     */
    public Task freeze(Task task) {
        requireBatchable(task);
        Object payload = task.payload();
        Task.CallbackSpec callback = task.callback();
        return task.with(
                payload == null ? null : new WrittenPayload(json("payload", payload, task.payloadType())),
                callback == null ? null : new Task.CallbackSpec(callback.type(), List.of(arguments(callback))));
    }

    private @Nullable CallbackReference reference(Task.@Nullable CallbackSpec callback) {
        if (callback == null) {
            return null;
        }
        WrittenArguments arguments = arguments(callback);
        JsonNode json = JsonNodeFactory.instance.rawValueNode(new RawValue(new String(arguments.json(), UTF_8)));
        return new CallbackReference(callback.type().getName(), arguments.signature(), json);
    }

    private WrittenArguments arguments(Task.CallbackSpec callback) {
        List<@Nullable Object> arguments = callback.arguments();
        if (arguments.size() == 1 && arguments.get(0) instanceof WrittenArguments written) {
            return written;
        }
        String className = callback.type().getName();
        if (!allowed.allows(className)) {
            throw new InvalidTaskException("callback must be a class that the configuration allows, but is " + className
                    + ": add it, or its package, to the allowed callbacks");
        }
        Constructor<?> constructor = Constructors.forArguments(callback.type(), arguments);
        for (Type parameter : constructor.getGenericParameterTypes()) {
            String reason = ReadableTypes.reason(mapper, parameter);
            if (reason != null) {
                throw new InvalidTaskException(
                        "callback must have a constructor whose parameters Jackson can read, but that of " + className
                                + " takes " + parameter.getTypeName() + ", and " + reason);
            }
        }
        return new WrittenArguments(Constructors.signature(constructor), json("callback", arguments, null));
    }

    private byte[] json(String field, Object value, @Nullable Type type) {
        if (value instanceof WrittenPayload written) {
            return written.json;
        }
        byte[] json;
        try {
            json = type == null
                    ? mapper.writeValueAsBytes(value)
                    : mapper.writerFor(mapper.constructType(type)).writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new InvalidTaskException(
                    field + " must be something Jackson can write, but "
                            + value.getClass().getName() + " is not"
                            + (e instanceof InvalidDefinitionException
                                    ? JsonFailure.describe(e)
                                    : ": " + e.getOriginalMessage()),
                    e);
        }
        if (json.length > maxPayloadSize) {
            throw new InvalidTaskException(
                    field + " must be at most " + maxPayloadSize + " bytes of JSON, but is " + json.length);
        }
        try {
            limits.check(json);
        } catch (JacksonException e) {
            throw new InvalidTaskException(
                    field + " must be JSON that can be read again, but is not: " + e.getOriginalMessage(), e);
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
