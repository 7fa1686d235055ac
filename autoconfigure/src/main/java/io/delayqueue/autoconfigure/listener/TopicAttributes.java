package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.InvalidSettingException.require;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
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
                        TopicOptions.builder()
                                .concurrency(values.integer("concurrency", topic.concurrency()))
                                .ttr(seconds("ttr", topic.ttr()))
                                .maxAttempts(values.integer("maxAttempts", topic.maxAttempts()))
                                .retryPolicy(retries.read(topic.backoff(), topic.retryPolicy()))
                                .noRetryFor(set(topic.noRetryFor()))
                                .retryFor(seconds("retryFor", topic.retryFor()))
                                .within(withUnit("within", topic.within()))
                                .whenExpired(values.constant("whenExpired", topic.whenExpired(), WhenExpired.class))
                                .limits(limits.read(topic.globalConcurrency(), topic.rate(), topic.limits()))
                                .keyOrder(limits.keyOrder(topic.keyConcurrency(), topic.onRetry()))
                                .build(),
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
                        TopicOptions.builder()
                                .concurrency(values.integer("concurrency", listener.concurrency()))
                                .ttr(seconds("ttr", listener.ttr()))
                                .maxAttempts(values.integer("maxAttempts", listener.maxAttempts()))
                                .retryPolicy(retries.read(listener.backoff(), listener.retryPolicy()))
                                .noRetryFor(set(listener.noRetryFor()))
                                .retryFor(seconds("retryFor", listener.retryFor()))
                                .within(withUnit("within", listener.within()))
                                .whenExpired(values.constant("whenExpired", listener.whenExpired(), WhenExpired.class))
                                .limits(limits.read(listener.globalConcurrency(), listener.rate(), listener.limits()))
                                .keyOrder(limits.keyOrder(listener.keyConcurrency(), listener.onRetry()))
                                .batch(readBatch(listener))
                                .build(),
                        source,
                        payload.required()));
    }

    /** Reads the sizes of the batches of a method; null for a method that takes one task. */
    @Nullable
    BatchOptions batch(DelayQueueListener listener, String source) {
        return checked("@DelayQueueListener on " + source, () -> readBatch(listener));
    }

    private @Nullable BatchOptions readBatch(DelayQueueListener listener) {
        Integer size = values.integer("batchSize", listener.batchSize());
        Integer least = values.integer("batchLeast", listener.batchLeast());
        Duration wait = withUnit("batchWait", listener.batchWait());
        if (size == null) {
            require(least == null, "batchLeast", "must not be set without batchSize", least);
            require(wait == null, "batchWait", "must not be set without batchSize", wait);
            return null;
        }
        return new BatchOptions(size, least == null ? 1 : least, wait);
    }

    /** Resolves a duration that can be as short as a millisecond, and so is not meant as seconds without a unit. */
    private @Nullable Duration withUnit(String name, String text) {
        String written = String.valueOf(values.value(name, text));
        if (written.matches("[1-9]\\d*")) {
            throw new IllegalArgumentException(name + " must have a unit, but is '" + written
                    + "', which is milliseconds: write " + written + "s for seconds, or " + written + "ms");
        }
        return values.duration(name, text);
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
