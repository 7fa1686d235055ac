package io.delayqueue.callback;

import static java.util.Objects.requireNonNull;

import io.delayqueue.BatchCallback;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Callback of a topic in this instance.
 *
 * @param topic the topic
 * @param payloadType the type of the payload, in a batch that of each task
 * @param callback the callback
 * @param options its options
 * @param source its origin, for messages: a bean's name, a method
 * @param payloadRequired whether the callback is never called with null: a task whose payload is missing, or is read as null, is
 *     unreadable then
 */
public record TopicCallback(
        TopicName topic,
        Type payloadType,
        TaskCallback<?> callback,
        TopicOptions options,
        String source,
        boolean payloadRequired) {

    /**
     * Refuses null.
     *
     * @throws InvalidSettingException if there are sizes of batches without a {@link BatchCallback}, or the other way round
     */
    public TopicCallback {
        requireNonNull(topic, "topic must not be null");
        requireNonNull(payloadType, "payloadType must not be null");
        requireNonNull(callback, "callback must not be null");
        requireNonNull(options, "options must not be null");
        requireNonNull(source, "source must not be null");
        boolean fits = callback instanceof BatchCallback == (options.batch() != null);
        InvalidSettingException.require(
                fits, topic.toString(), "batchSize", "must be set for a BatchCallback and no other", options.batch());
    }

    /**
     * Creates a callback that requires a payload if the type of the payload is {@linkplain #isNeverNull never null}.
     */
    public TopicCallback(
            TopicName topic, Type payloadType, TaskCallback<?> callback, TopicOptions options, String source) {
        this(topic, payloadType, callback, options, source, isNeverNull(payloadType));
    }

    /**
     * Returns whether callbacks do not expect null for a payload of the type, unless they declare it.
     *
     * @param payloadType the type of the payload
     * @return whether it is a record or a primitive type
     */
    public static boolean isNeverNull(@Nullable Type payloadType) {
        Type raw = payloadType instanceof ParameterizedType generic ? generic.getRawType() : payloadType;
        return raw instanceof Class<?> type && (type.isRecord() || type.isPrimitive());
    }
}
