package io.delayqueue.autoconfigure.listener;

import static java.util.Objects.requireNonNullElse;

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

    private RetryAttributes() {}

    /** Reads the policy of a topic; null if no attribute is set. */
    static @Nullable RetryPolicy read(AnnotationValues values, ExponentialBackoff defaults) {
        ExponentialBackoff own;
        try {
            own = backoff(values.nested("backoff", Backoff.class), defaults);
        } catch (InvalidSettingException e) {
            throw new IllegalArgumentException(
                    "backoff." + ATTRIBUTES.getOrDefault(e.field(), e.field()) + " " + e.rule(), e);
        }
        RetryPolicy policy = values.bean("retryPolicy", RetryPolicy.class);
        if (policy != null && own != null) {
            throw new IllegalArgumentException("backoff and retryPolicy must not both be set");
        }
        return policy == null ? own : policy;
    }

    private static @Nullable ExponentialBackoff backoff(AnnotationValues backoff, ExponentialBackoff defaults) {
        Duration fixed = backoff.duration("fixedDelay");
        Duration initial = backoff.duration("initialDelay");
        Double multiplier = backoff.number("multiplier");
        Duration max = backoff.duration("maxDelay");
        Double jitter = backoff.number("jitter");
        boolean grows = Stream.of(initial, multiplier, max, jitter).anyMatch(Objects::nonNull);
        if (fixed != null && grows) {
            throw new IllegalArgumentException(
                    "backoff.fixedDelay must stand alone, without initialDelay, multiplier, maxDelay and jitter");
        }
        if (grows) {
            return new ExponentialBackoff(
                    requireNonNullElse(initial, defaults.initial()),
                    requireNonNullElse(multiplier, defaults.multiplier()),
                    requireNonNullElse(max, defaults.max()),
                    requireNonNullElse(jitter, defaults.jitter()));
        }
        return fixed == null ? null : ExponentialBackoff.fixed(fixed);
    }
}
