package io.delayqueue.autoconfigure.listener;

import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Reads limits over all instances from annotations. */
final class LimitAttributes {

    private LimitAttributes() {}

    /** Reads a declared limit. */
    static Limit limit(AnnotationValues values) {
        return new Limit(
                values.text("group"),
                values.text("name"),
                values.integer("concurrency"),
                rate(values),
                values.integer("burst"));
    }

    private static @Nullable Rate rate(AnnotationValues values) {
        Object value = values.value("rate");
        return value == null || value instanceof Rate ? (Rate) value : Rate.valueOf(value.toString());
    }

    /** Reads the limits of a topic; those that it shares are names with commas between. */
    static TopicLimits limits(AnnotationValues values) {
        return new TopicLimits(
                values.integer("globalConcurrency"),
                rate(values),
                StringUtils.commaDelimitedListToSet(values.text("limits").replace(" ", "")));
    }

    /** Reads the order of the tasks of a topic that have a key; null if neither attribute is set. */
    static @Nullable KeyOrder keyOrder(AnnotationValues values) {
        Integer concurrency = values.integer("keyConcurrency");
        OnRetry fate = values.constant("onRetry", OnRetry.class);
        return concurrency == null && fate == null
                ? null
                : new KeyOrder(
                        Objects.requireNonNullElse(concurrency, KeyOrder.DEFAULT.concurrency()),
                        Objects.requireNonNullElse(fate, KeyOrder.DEFAULT.onRetry()));
    }
}
