package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the options of a topic from its annotation. */
final class TopicAttributes {

    private final AnnotationValues values;

    private final NamedBeans beans;

    private final RetryAttributes retries;

    private final LimitAttributes limits;

    /**
     * Creates a reader.
     *
     * @param backoff the values of attributes of the back-off that are not set
     */
    TopicAttributes(AnnotationValues values, NamedBeans beans, ExponentialBackoff backoff) {
        this.values = values;
        this.beans = beans;
        this.retries = new RetryAttributes(values, beans, backoff);
        this.limits = new LimitAttributes(values);
    }

    @Nullable
    TaskErrorHandler errorHandler(String beanName, String annotation) {
        return checked(annotation, () -> beans.find("errorHandler", beanName, TaskErrorHandler.class));
    }

    TopicCallback read(DelayQueueTopic topic, PayloadType payload, TaskCallback<?> callback, String source) {
        return checked(
                "@DelayQueueTopic on " + source,
                () -> new TopicCallback(
                        name(topic.group(), topic.topic()),
                        payload.type(),
                        callback,
                        new TopicOptions(
                                values.integer("concurrency", topic.concurrency()),
                                seconds("ttr", topic.ttr()),
                                values.integer("maxAttempts", topic.maxAttempts()),
                                retries.read(topic.backoff(), topic.retryPolicy()),
                                set(topic.noRetryFor()),
                                seconds("retryFor", topic.retryFor()),
                                values.duration("within", topic.within()),
                                values.whenExpired("whenExpired", topic.whenExpired()),
                                limits.read(topic.globalConcurrency(), topic.rate(), topic.limits())),
                        source,
                        payload.required()));
    }

    TopicCallback read(DelayQueueListener listener, PayloadType payload, TaskCallback<?> callback, String source) {
        return checked(
                "@DelayQueueListener on " + source,
                () -> new TopicCallback(
                        name(listener.group(), listener.topic()),
                        payload.type(),
                        callback,
                        new TopicOptions(
                                values.integer("concurrency", listener.concurrency()),
                                seconds("ttr", listener.ttr()),
                                values.integer("maxAttempts", listener.maxAttempts()),
                                retries.read(listener.backoff(), listener.retryPolicy()),
                                set(listener.noRetryFor()),
                                seconds("retryFor", listener.retryFor()),
                                values.duration("within", listener.within()),
                                values.whenExpired("whenExpired", listener.whenExpired()),
                                limits.read(listener.globalConcurrency(), listener.rate(), listener.limits())),
                        source,
                        payload.required()));
    }

    /** Resolves a duration of at least one second. */
    private @Nullable Duration seconds(String name, String text) {
        Duration duration = values.duration(name, text);
        String written = String.valueOf(values.value(name, text));
        if (duration != null && duration.toSeconds() == 0 && !duration.isZero() && written.matches("\\d+")) {
            throw new IllegalArgumentException(name + " must be at least 1 second, but is '" + written
                    + "' without a unit, which is milliseconds: write " + written + "s for seconds");
        }
        return duration;
    }

    private TopicName name(String group, String topic) {
        return new TopicName(values.text("group", group), values.text("topic", topic));
    }

    private static <T> Set<T> set(T[] elements) {
        return new LinkedHashSet<>(Arrays.asList(elements));
    }

    static <T extends @Nullable Object> T checked(String annotation, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            throw InvalidListenerException.ofAttributes(annotation, e);
        }
    }
}
