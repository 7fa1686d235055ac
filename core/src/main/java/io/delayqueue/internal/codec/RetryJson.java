package io.delayqueue.internal.codec;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.callback.UnreadableTaskException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A back-off as JSON: {@code {"initial":ms,"multiplier":n,"max":ms,"jitter":n}}. */
final class RetryJson {

    private RetryJson() {}

    /** Only what differs from a fixed delay. */
    static Map<String, Object> write(ExponentialBackoff backoff) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("initial", backoff.initial().toMillis());
        if (backoff.multiplier() != 1) {
            written.put("multiplier", backoff.multiplier());
        }
        if (!backoff.max().equals(backoff.initial())) {
            written.put("max", backoff.max().toMillis());
        }
        if (backoff.jitter() != 0) {
            written.put("jitter", backoff.jitter());
        }
        return written;
    }

    /** What is left out is as in a fixed delay. */
    static ExponentialBackoff read(JsonParser parser) throws UnreadableTaskException {
        TaskReader.requireObject(parser);
        Duration initial = null;
        Duration max = null;
        double multiplier = 1;
        double jitter = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "initial" -> initial = Duration.ofMillis(parser.getLongValue());
                case "multiplier" -> multiplier = parser.getDoubleValue();
                case "max" -> max = Duration.ofMillis(parser.getLongValue());
                case "jitter" -> jitter = parser.getDoubleValue();
                default -> parser.skipChildren();
            }
        }
        if (initial == null) {
            throw new UnreadableTaskException("The task's retry has no initial delay");
        }
        try {
            return new ExponentialBackoff(initial, multiplier, max == null ? initial : max, jitter);
        } catch (IllegalArgumentException e) {
            throw new UnreadableTaskException("The task's back-off breaks a rule", e);
        }
    }
}
