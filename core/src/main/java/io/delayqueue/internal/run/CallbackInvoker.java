package io.delayqueue.internal.run;

import io.delayqueue.Callback;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.Constructors;
import io.delayqueue.store.StoredJson;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns a task into a call of its callback.
 *
 * @param mapper reads payloads and arguments
 * @param allowed the callback classes that tasks may carry
 * @param loader the loader of these classes
 * @param declared whether a topic without a callback was declared in this instance
 * @param foreign receives topics of other applications
 */
public record CallbackInvoker(
        JsonMapper mapper,
        AllowedCallbacks allowed,
        ClassLoader loader,
        Predicate<TopicName> declared,
        Consumer<TopicName> foreign) {

    /** Callback with its arguments. */
    @FunctionalInterface
    public interface Invocation {

        /** {@return the payload of the callback; null if there is none, or if the task carries its callback} */
        default @Nullable Object payload() {
            return null;
        }

        /**
         * Calls the callback.
         *
         * @param context the context of the attempt
         * @throws Exception what the callback throws, or the constructor of a class carried by its task
         */
        void call(TaskContext context) throws Exception;
    }

    /**
     * Finds the task's callback and reads its arguments. A callback carried by the task takes precedence over the topic's.
     *
     * @param topic the task's topic
     * @param detail the task
     * @param local the topic's callback in this instance, if any
     * @return the callback with its arguments; null if there is none, and the topic was not declared here
     * @throws UnreadableTaskException if there is no callback although the topic was declared here, or the payload or the
     *     arguments do not match it
     */
    public @Nullable Invocation read(TopicName topic, TaskDetail detail, @Nullable TopicCallback local)
            throws UnreadableTaskException {
        if (local != null && local.options().batch() != null) {
            requireBatchable(topic, detail);
        }
        if (detail.callback() != null) {
            return carried(detail.callback());
        }
        if (local == null) {
            if (declared.test(topic)) {
                throw new UnreadableTaskException(
                        "There is no callback for the topic " + topic + " here, and the task carries none");
            }
            return null;
        }
        return call(local, payload(detail.payload(), local));
    }

    private static void requireBatchable(TopicName topic, TaskDetail detail) throws UnreadableTaskException {
        if (detail.callback() != null || detail.options().repeat() != null) {
            throw new UnreadableTaskException("The task "
                    + (detail.callback() == null
                            ? "repeats"
                            : "carries the callback " + detail.callback().className())
                    + ", but the callback of " + topic + " takes batches");
        }
    }

    /** Makes the call of a topic's callback. */
    static Invocation call(TopicCallback callback, @Nullable Object payload) {
        @SuppressWarnings("unchecked")
        TaskCallback<@Nullable Object> any = (TaskCallback<@Nullable Object>) callback.callback();
        return new OnPayload(any, payload);
    }

    private record OnPayload(
            TaskCallback<@Nullable Object> callback,
            @Nullable Object payload) implements Invocation {

        @Override
        public void call(TaskContext context) throws Exception {
            callback.call(payload, context);
        }
    }

    /**
     * Loads classes and builds the reader of payloads, so that the first task does not wait for it. Calls no callback.
     *
     * @param callback the callback to prepare
     */
    public void warmUp(TopicCallback callback) {
        mapper.readerFor(mapper.constructType(callback.payloadType()));
    }

    private @Nullable Object payload(byte @Nullable [] json, TopicCallback callback) throws UnreadableTaskException {
        JavaType type = mapper.constructType(callback.payloadType());
        Object payload;
        try {
            payload = json != null
                    ? mapper.readValue(json, type)
                    : type.hasRawClass(Optional.class) ? Optional.empty() : null;
        } catch (JacksonException e) {
            boolean isList = type.isCollectionLikeType() && callback.options().batch() == null;
            throw new UnreadableTaskException(
                    "The payload does not fit " + callback.payloadType().getTypeName()
                            + (isList ? ", which is one payload without batchSize" : ""),
                    e);
        }
        if (payload == null && callback.payloadRequired()) {
            String reason = json == null
                    ? "The task has no payload, which does not fit "
                    : "The payload is null, which does not fit ";
            throw new UnreadableTaskException(reason + callback.payloadType().getTypeName());
        }
        return payload;
    }

    private Invocation carried(TaskDetail.CallbackReference reference) throws UnreadableTaskException {
        Class<? extends Callback> type = load(reference.className());
        Constructor<?> constructor = Constructors.withSignature(type, reference.signature());
        @Nullable Object[] arguments = arguments(constructor, reference.arguments());
        return context -> instantiate(constructor, arguments).call();
    }

    private Class<? extends Callback> load(String className) throws UnreadableTaskException {
        if (!allowed.allows(className)) {
            throw new UnreadableTaskException("The callback class " + className + " is not allowed here");
        }
        try {
            Class<?> type = Class.forName(className, false, loader);
            if (!Callback.class.isAssignableFrom(type)) {
                throw new UnreadableTaskException(
                        "The callback class " + className + " does not implement " + Callback.class.getName());
            }
            return type.asSubclass(Callback.class);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new UnreadableTaskException("The callback class " + className + " cannot be loaded", e);
        }
    }

    private static Callback instantiate(Constructor<?> constructor, @Nullable Object[] arguments) throws Exception {
        try {
            return (Callback) constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private @Nullable Object[] arguments(Constructor<?> constructor, JsonNode written) throws UnreadableTaskException {
        Type[] types = constructor.getGenericParameterTypes();
        try {
            JsonNode values = mapper.readTree(StoredJson.MAPPER.writeValueAsBytes(written));
            if (!values.isArray() || values.size() != types.length) {
                throw new UnreadableTaskException("The arguments do not fit " + constructor);
            }
            @Nullable Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                arguments[i] = mapper.treeToValue(values.get(i), mapper.constructType(types[i]));
            }
            return arguments;
        } catch (JacksonException e) {
            throw new UnreadableTaskException("The arguments do not fit " + constructor, e);
        }
    }
}
