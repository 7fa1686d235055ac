package io.delayqueue.web.api;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.RetryPolicy;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Delays between the attempts of a task, in requests and responses. */
record RetryJson(
        @Nullable Duration initialDelay,
        @Nullable Double multiplier,
        @Nullable Duration maxDelay,
        @Nullable Double jitter) {

    /** Converts a policy; null if it is of another kind. */
    static @Nullable RetryJson of(@Nullable RetryPolicy policy) {
        return policy instanceof ExponentialBackoff backoff
                ? new RetryJson(backoff.initial(), backoff.multiplier(), backoff.max(), backoff.jitter())
                : null;
    }

    ExponentialBackoff backoff() {
        if (initialDelay == null) {
            throw ProblemException.invalid("retry.initialDelay", "must be given");
        }
        ExponentialBackoff usual = ExponentialBackoff.DEFAULT;
        Duration longest = initialDelay.compareTo(usual.max()) > 0 ? initialDelay : usual.max();
        try {
            return new ExponentialBackoff(
                    initialDelay,
                    multiplier == null ? usual.multiplier() : multiplier,
                    maxDelay == null ? longest : maxDelay,
                    jitter == null ? usual.jitter() : jitter);
        } catch (InvalidSettingException e) {
            throw ProblemException.invalid("retry." + name(e.field()), e.rule());
        }
    }

    private static String name(String field) {
        return switch (field) {
            case "initial" -> "initialDelay";
            case "max" -> "maxDelay";
            default -> field;
        };
    }
}
