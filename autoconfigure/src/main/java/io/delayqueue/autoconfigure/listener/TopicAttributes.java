package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.InvalidSettingException.require;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.History;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Reads a topic and its options from their annotation. */
final class TopicAttributes {

    private TopicAttributes() {}

    static TopicName topic(AnnotationValues values) {
        return new TopicName(values.text("group"), values.text("topic"));
    }

    /**
     * Reads the options.
     *
     * @param backoff the values of attributes of the back-off that are not set
     */
    static TopicOptions options(AnnotationValues values, ExponentialBackoff backoff) {
        return TopicOptions.builder()
                .concurrency(values.integer("concurrency"))
                .ttr(seconds(values, "ttr"))
                .maxAttempts(values.integer("maxAttempts"))
                .retryPolicy(RetryAttributes.read(values, backoff))
                .noRetryFor(exceptions(values))
                .retryFor(seconds(values, "retryFor"))
                .within(withUnit(values, "within"))
                .whenExpired(values.constant("whenExpired", WhenExpired.class))
                .limits(LimitAttributes.limits(values))
                .keyOrder(LimitAttributes.keyOrder(values))
                .batch(batch(values))
                .history(history(values.nested("history", History.class)))
                .build();
    }

    /** Reads the rule of the history; null if no attribute is set. */
    private static @Nullable HistoryRule history(AnnotationValues values) {
        Duration age = seconds(values, "maxAge");
        DataSize size = values.size("maxSize");
        RecordedOutcome[] outcomes = values.constants("outcomes", RecordedOutcome.class);
        boolean payload = values.isTrue("payload");
        boolean result = values.isTrue("result");
        if (age == null && size == null && !payload && !result && outcomes.length == 0) {
            return null;
        }
        if (age == null || size == null) {
            throw new InvalidSettingException("history", age == null ? "maxAge" : "maxSize", "must be set");
        }
        return new HistoryRule(age, size.toBytes(), payload, result, Set.of(outcomes));
    }

    /** Reads the sizes of the batches; null for a callback that gets one task. */
    static @Nullable BatchOptions batch(AnnotationValues values) {
        Integer size = values.integer("batchSize");
        Integer least = values.integer("batchLeast");
        Duration wait = withUnit(values, "batchWait");
        if (size == null) {
            require(least == null, "batchLeast", "must not be set without batchSize", least);
            require(wait == null, "batchWait", "must not be set without batchSize", wait);
            return null;
        }
        return new BatchOptions(size, least == null ? 1 : least, wait);
    }

    private static Set<Class<? extends Throwable>> exceptions(AnnotationValues values) {
        Set<Class<? extends Throwable>> exceptions = new LinkedHashSet<>();
        Stream.of(values.classes("noRetryFor")).forEach(type -> exceptions.add(type.asSubclass(Throwable.class)));
        return exceptions;
    }

    /** Resolves a duration that can be as short as a millisecond, and so is not meant as seconds without a unit. */
    private static @Nullable Duration withUnit(AnnotationValues values, String attribute) {
        String written = String.valueOf(values.value(attribute));
        if (written.matches("[1-9]\\d*")) {
            throw new IllegalArgumentException(attribute + " must have a unit, but is '" + written
                    + "', which is milliseconds: write " + written + "s for seconds, or " + written + "ms");
        }
        return values.duration(attribute);
    }

    /** Resolves a duration of at least one second. */
    private static @Nullable Duration seconds(AnnotationValues values, String attribute) {
        Duration duration = values.duration(attribute);
        String written = String.valueOf(values.value(attribute));
        if (duration != null && duration.toSeconds() == 0 && !duration.isZero() && written.matches("\\d+")) {
            throw new IllegalArgumentException(values.prefix() + attribute + " must be at least 1 second, but is '"
                    + written + "' without a unit, which is milliseconds: write " + written + "s for seconds");
        }
        return duration;
    }
}
