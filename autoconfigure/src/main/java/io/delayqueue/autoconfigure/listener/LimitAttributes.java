package io.delayqueue.autoconfigure.listener;

import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Reads limits over all instances from annotations. */
final class LimitAttributes {

    private final AnnotationValues values;

    LimitAttributes(AnnotationValues values) {
        this.values = values;
    }

    Limit read(DelayQueueLimit limit) {
        return new Limit(
                values.text("group", limit.group()),
                values.text("name", limit.name()),
                values.integer("concurrency", limit.concurrency()),
                rate(limit.rate()),
                values.integer("burst", limit.burst()));
    }

    private @Nullable Rate rate(String text) {
        Object value = values.value("rate", text);
        return value == null || value instanceof Rate ? (Rate) value : Rate.valueOf(value.toString());
    }

    /** Reads the limits of a topic; those that it shares are names with commas between. */
    TopicLimits read(String globalConcurrency, String rate, String names) {
        String text = values.text("limits", names).replace(" ", "");
        return new TopicLimits(
                values.integer("globalConcurrency", globalConcurrency),
                rate(rate),
                StringUtils.commaDelimitedListToSet(text));
    }

    /** Reads the order of the tasks of a topic that have a key; null if neither attribute is set. */
    @Nullable
    KeyOrder keyOrder(String keyConcurrency, String onRetry) {
        Integer concurrency = values.integer("keyConcurrency", keyConcurrency);
        OnRetry fate = values.constant("onRetry", onRetry, OnRetry.class);
        return concurrency == null && fate == null
                ? null
                : new KeyOrder(
                        concurrency == null ? KeyOrder.DEFAULT.concurrency() : concurrency,
                        fate == null ? KeyOrder.DEFAULT.onRetry() : fate);
    }
}
