package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Reads what the annotations say of a topic. */
final class TopicAttributes {

    private final AnnotationValues values;

    private final RetryAttributes retries;

    /**
     * Creates a reader.
     *
     * @param backoff what an annotation leaves open of its back-off
     */
    TopicAttributes(ConfigurableBeanFactory beanFactory, ExponentialBackoff backoff) {
        this.values = new AnnotationValues(beanFactory);
        this.retries = new RetryAttributes(beanFactory, values, backoff);
    }

    TopicCallback read(DelayQueueTopic topic, Type payloadType, TaskCallback<?> callback, String source) {
        return checked(
                source,
                () -> new TopicCallback(
                        name(topic.group(), topic.topic()),
                        payloadType,
                        callback,
                        new TopicOptions(
                                zeroToNull(topic.concurrency()),
                                values.duration("ttr", topic.ttr()),
                                zeroToNull(topic.maxAttempts()),
                                retries.read(topic.backoff(), topic.retryPolicy()),
                                set(topic.noRetryFor())),
                        source));
    }

    TopicCallback read(DelayQueueListener listener, Type payloadType, TaskCallback<?> callback, String source) {
        return checked(
                source,
                () -> new TopicCallback(
                        name(listener.group(), listener.topic()),
                        payloadType,
                        callback,
                        new TopicOptions(
                                zeroToNull(listener.concurrency()),
                                values.duration("ttr", listener.ttr()),
                                zeroToNull(listener.maxAttempts()),
                                retries.read(listener.backoff(), listener.retryPolicy()),
                                set(listener.noRetryFor())),
                        source));
    }

    private TopicName name(String group, String topic) {
        return new TopicName(values.text(group), values.text(topic));
    }

    private static @Nullable Integer zeroToNull(int value) {
        return value == 0 ? null : Integer.valueOf(value);
    }

    private static <T> Set<T> set(T[] elements) {
        return new LinkedHashSet<>(Arrays.asList(elements));
    }

    private static TopicCallback checked(String source, Supplier<TopicCallback> callback) {
        try {
            return callback.get();
        } catch (RuntimeException e) {
            throw new IllegalStateException("The annotation on " + source + " is wrong: " + e.getMessage(), e);
        }
    }
}
