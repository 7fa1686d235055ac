package io.delayqueue.callback;

import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import java.lang.reflect.Type;

/**
 * The callback of a topic in this instance.
 *
 * @param topic the topic
 * @param payloadType the type the payload's JSON is read as
 * @param callback what to call
 * @param options how to run it
 * @param source who declared it, for messages: a bean's name, a method
 */
public record TopicCallback(
        TopicName topic, Type payloadType, TaskCallback<?> callback, TopicOptions options, String source) {}
