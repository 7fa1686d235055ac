package io.delayqueue.internal.codec;

import static io.delayqueue.InvalidTaskException.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.Task.CallbackSpec;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.log.JsonFailure;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.util.RawValue;

/** Writes tasks for the store, with payloads and arguments by the application's mapper. Enforces the largest size and the allowed callbacks. */
public final class TaskWriter {

    private static final Logger log = Loggers.of(TaskWriter.class);

    private static final int MAX_WARNINGS = 100;

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

    private final Function<TopicName, @Nullable TopicCallback> callbacks;

    /** Names of classes of payloads that were logged. */
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    private final ReadLimits limits;

    /**
     * Creates a writer.
     *
     * @param mapper writes payloads and arguments, a {@link PayloadMapper}
     * @param allowed the callback classes that tasks may carry
     * @param maxPayloadSize maximum size of a payload, or of a callback's arguments, in bytes of JSON
     * @param callbacks returns the callback of a topic here
     */
    public TaskWriter(
            JsonMapper mapper,
            AllowedCallbacks allowed,
            int maxPayloadSize,
            Function<TopicName, @Nullable TopicCallback> callbacks) {
        this.mapper = mapper;
        this.allowed = allowed;
        this.maxPayloadSize = maxPayloadSize;
        this.callbacks = callbacks;
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
        byte[] payload = task.payload() == null ? null : payload(task, task.payload());
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
        TopicCallback callback = task.repeat() == null ? null : callbacks.apply(task.topic());
        require(
                callback == null || callback.options().batch() == null,
                "repeat",
                task.repeat(),
                "must not be set, because the callback of " + task.topic() + " takes batches");
    }

    private static AddMode mode(Task task) {
        Duration uniqueFor = task.options().uniqueFor();
        Duration longestWait = task.options().longestWait();
        Instant dueUntil = task.dueUntil();
        return new AddMode(
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
        CallbackSpec callback = task.callback();
        CallbackReference written = reference(callback);
        return task.with(
                payload == null ? null : new WrittenPayload(payload(task, payload)),
                callback == null || written == null ? null : new CallbackSpec(callback.type(), List.of(written)));
    }

    private @Nullable CallbackReference reference(@Nullable CallbackSpec callback) {
        if (callback == null) {
            return null;
        }
        List<@Nullable Object> arguments = callback.arguments();
        if (arguments.size() == 1 && arguments.get(0) instanceof CallbackReference written) {
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
        RawValue json = new RawValue(new String(json("callback", arguments, null), UTF_8));
        return new CallbackReference(
                className, Constructors.signature(constructor), JsonNodeFactory.instance.rawValueNode(json));
    }

    /**
     * Writes a payload whose type is not given as that of the callback here, which has the type arguments that the class of the
     * payload lacks; but not as a supertype, which would leave properties out, unless that is a container.
     */
    private byte[] payload(Task task, Object payload) {
        Class<?> own = payload.getClass();
        if (task.payloadType() != null || own.getTypeParameters().length == 0) {
            return json("payload", payload, task.payloadType());
        }
        TopicCallback callback = callbacks.apply(task.topic());
        JavaType declared = callback == null ? null : mapper.constructType(callback.payloadType());
        if (declared != null
                && (declared.hasRawClass(own) || declared.isContainerType() && declared.isTypeOrSuperTypeOf(own))) {
            try {
                return json("payload", payload, declared);
            } catch (InvalidTaskException e) {
                // The payload has other type arguments.
            }
        }
        if (mayLoseTypes(payload) && warned.size() < MAX_WARNINGS && warned.add(own.getName())) {
            log.warn(
                    "A payload of the class {} for {} is written without its type arguments, which no listener here tells:"
                            + " subtypes in it lack their type ids, and cannot be read. Pass the type with the payload:"
                            + " payload(value, type). Logged once for each class",
                    own.getName(),
                    task.topic());
        }
        return json("payload", payload, null);
    }

    /** Returns whether Jackson needs the type arguments of a payload, as far as that can be seen: of a container of Java only for subtypes. */
    private static boolean mayLoseTypes(Object payload) {
        Collection<?> elements = payload instanceof Map<?, ?> map
                ? map.values()
                : payload instanceof Collection<?> collection ? collection : List.of();
        return !payload.getClass().getName().startsWith("java.")
                || elements.stream().anyMatch(element -> element != null && hasTypeId(element.getClass()));
    }

    private static boolean hasTypeId(@Nullable Class<?> type) {
        return type != null
                && (type.isAnnotationPresent(JsonTypeInfo.class)
                        || hasTypeId(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(TaskWriter::hasTypeId));
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
