package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import java.lang.reflect.Type;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/** Reads what the annotations say of a topic. */
final class TopicAttributes {

    private final ConfigurableBeanFactory beanFactory;

    TopicAttributes(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    TopicCallback read(DelayQueueTopic topic, Type payloadType, TaskCallback<?> callback, String source) {
        return new TopicCallback(
                name(topic.group(), topic.topic(), source),
                payloadType,
                callback,
                options(topic.concurrency(), topic.ttr(), topic.maxAttempts(), source),
                source);
    }

    TopicCallback read(DelayQueueListener listener, Type payloadType, TaskCallback<?> callback, String source) {
        return new TopicCallback(
                name(listener.group(), listener.topic(), source),
                payloadType,
                callback,
                options(listener.concurrency(), listener.ttr(), listener.maxAttempts(), source),
                source);
    }

    private TopicName name(String group, String topic, String source) {
        try {
            return new TopicName(resolve(group), resolve(topic));
        } catch (RuntimeException e) {
            throw wrong(source, e);
        }
    }

    private TopicOptions options(int concurrency, String ttr, int maxAttempts, String source) {
        try {
            return new TopicOptions(zeroToNull(concurrency), limit(resolve(ttr)), zeroToNull(maxAttempts), null);
        } catch (RuntimeException e) {
            throw wrong(source, e);
        }
    }

    private static @Nullable Duration limit(String ttr) {
        try {
            return ttr.isEmpty() ? null : DurationStyle.detectAndParse(ttr);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("ttr must be a duration such as 30s or PT5M, but is '" + ttr + "'", e);
        }
    }

    private String resolve(String value) {
        String resolved = beanFactory.resolveEmbeddedValue(value);
        return resolved == null ? "" : resolved;
    }

    private static @Nullable Integer zeroToNull(int value) {
        return value == 0 ? null : Integer.valueOf(value);
    }

    private static IllegalStateException wrong(String source, RuntimeException cause) {
        return new IllegalStateException("The annotation on " + source + " is wrong: " + cause.getMessage(), cause);
    }
}
