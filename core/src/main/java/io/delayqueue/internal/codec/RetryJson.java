package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.callback.UnreadableTaskException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A back-off as JSON, with delays in milliseconds. Leaves out the fields that have the value of a fixed delay. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RetryJson(
        @Nullable Long initial,
        @Nullable Double multiplier,
        @Nullable Long max,
        @Nullable Double jitter) {

    static @Nullable RetryJson of(@Nullable ExponentialBackoff backoff) {
        return backoff == null
                ? null
                : new RetryJson(
                        backoff.initial().toMillis(),
                        backoff.multiplier() == 1 ? null : backoff.multiplier(),
                        backoff.max().equals(backoff.initial())
                                ? null
                                : backoff.max().toMillis(),
                        backoff.jitter() == 0 ? null : backoff.jitter());
    }

    ExponentialBackoff toBackoff() throws UnreadableTaskException {
        if (initial == null) {
            throw new UnreadableTaskException("The task's retry has no initial delay");
        }
        try {
            return new ExponentialBackoff(
                    Duration.ofMillis(initial),
                    multiplier == null ? 1 : multiplier,
                    Duration.ofMillis(max == null ? initial : max),
                    jitter == null ? 0 : jitter);
        } catch (IllegalArgumentException e) {
            throw new UnreadableTaskException("The task's back-off breaks a rule", e);
        }
    }

    static RetryJson read(JsonParser parser) throws UnreadableTaskException {
        TaskJson.requireObject(parser);
        Long initial = null;
        Double multiplier = null;
        Long max = null;
        Double jitter = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "initial" -> initial = parser.getLongValue();
                case "multiplier" -> multiplier = parser.getDoubleValue();
                case "max" -> max = parser.getLongValue();
                case "jitter" -> jitter = parser.getDoubleValue();
                default -> parser.skipChildren();
            }
        }
        return new RetryJson(initial, multiplier, max, jitter);
    }
}
