package io.delayqueue.autoconfigure.listener;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.RetryPolicy;
import io.delayqueue.annotation.Backoff;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the back-off from annotations. */
final class RetryAttributes {

    /** Names of attributes that differ from those of the engine's settings. */
    private static final Map<String, String> ATTRIBUTES =
            Map.of("delay", "fixedDelay", "initial", "initialDelay", "max", "maxDelay");

    private final AnnotationValues values;

    private final NamedBeans beans;

    private final ExponentialBackoff defaults;

    RetryAttributes(AnnotationValues values, NamedBeans beans, ExponentialBackoff defaults) {
        this.values = values;
        this.beans = beans;
        this.defaults = defaults;
    }

    /** Reads the policy of a topic; null if no attribute is set. */
    @Nullable
    RetryPolicy read(Backoff backoff, String beanName) {
        ExponentialBackoff own = read(backoff);
        RetryPolicy policy = beans.find("retryPolicy", beanName, RetryPolicy.class);
        if (policy == null) {
            return own;
        }
        if (own != null) {
            throw new IllegalArgumentException("backoff and retryPolicy must not both be set");
        }
        return policy;
    }

    private @Nullable ExponentialBackoff read(Backoff backoff) {
        try {
            return make(backoff);
        } catch (InvalidSettingException e) {
            throw new IllegalArgumentException(
                    "backoff." + ATTRIBUTES.getOrDefault(e.field(), e.field()) + " " + e.rule(), e);
        }
    }

    private @Nullable ExponentialBackoff make(Backoff backoff) {
        Duration fixed = values.duration("backoff.fixedDelay", backoff.fixedDelay());
        Duration initial = values.duration("backoff.initialDelay", backoff.initialDelay());
        Double multiplier = values.number("backoff.multiplier", backoff.multiplier());
        Duration max = values.duration("backoff.maxDelay", backoff.maxDelay());
        Double jitter = values.number("backoff.jitter", backoff.jitter());
        boolean grows = Stream.of(initial, multiplier, max, jitter).anyMatch(Objects::nonNull);
        if (fixed == null) {
            return grows
                    ? new ExponentialBackoff(
                            or(initial, defaults.initial()),
                            or(multiplier, defaults.multiplier()),
                            or(max, defaults.max()),
                            or(jitter, defaults.jitter()))
                    : null;
        }
        if (grows) {
            throw new IllegalArgumentException(
                    "backoff.fixedDelay must stand alone, without initialDelay, multiplier, maxDelay and jitter");
        }
        return ExponentialBackoff.fixed(fixed);
    }

    private static <T> T or(@Nullable T own, T fallback) {
        return own != null ? own : fallback;
    }
}
