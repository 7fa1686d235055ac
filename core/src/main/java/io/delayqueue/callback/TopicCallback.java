package io.delayqueue.callback;

import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import java.lang.reflect.Type;
import java.util.Objects;

/**
 * Callback of a topic in this instance.
 *
 * @param topic the topic
 * @param payloadType the type of the payload
 * @param callback the callback
 * @param options its options
 * @param source its origin, for messages: a bean's name, a method
 */
public record TopicCallback(
        TopicName topic, Type payloadType, TaskCallback<?> callback, TopicOptions options, String source) {

    /**
     * Refuses null.
     */
    public TopicCallback {
        Objects.requireNonNull(topic, "topic must not be null");
        Objects.requireNonNull(payloadType, "payloadType must not be null");
        Objects.requireNonNull(callback, "callback must not be null");
        Objects.requireNonNull(options, "options must not be null");
        Objects.requireNonNull(source, "source must not be null");
    }
}
