package io.delayqueue.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.callback.UnreadableTaskException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A repetition as JSON: a rate or a delay in milliseconds, or a cron expression and its time zone. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RepeatJson(
        @Nullable Long rate,
        @Nullable Long delay,
        @Nullable String cron,
        @Nullable String zone) {

    static @Nullable RepeatJson of(@Nullable Repeat repeat) {
        if (repeat instanceof Repeat.FixedRate fixed) {
            return new RepeatJson(fixed.period().toMillis(), null, null, null);
        }
        if (repeat instanceof Repeat.FixedDelay fixed) {
            return new RepeatJson(null, fixed.delay().toMillis(), null, null);
        }
        return repeat instanceof Repeat.Cron times
                ? new RepeatJson(null, null, times.expression(), times.zone().getId())
                : null;
    }

    Repeat toRepeat() throws UnreadableTaskException {
        try {
            if (rate != null) {
                return Repeat.fixedRate(Duration.ofMillis(rate));
            }
            if (delay != null) {
                return Repeat.fixedDelay(Duration.ofMillis(delay));
            }
            if (cron != null && zone != null) {
                return Repeat.cron(cron, ZoneId.of(zone));
            }
        } catch (InvalidTaskException | DateTimeException e) {
            throw new UnreadableTaskException("The task's repetition cannot be read", e);
        }
        throw new UnreadableTaskException("The task's repetition is of no known kind");
    }

    /** Reads a repetition; of a rate and a delay the last one counts. */
    static RepeatJson read(JsonParser parser) throws UnreadableTaskException {
        TaskJson.requireObject(parser);
        Long rate = null;
        Long delay = null;
        String cron = null;
        String zone = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "rate" -> {
                    rate = parser.getLongValue();
                    delay = null;
                }
                case "delay" -> {
                    delay = parser.getLongValue();
                    rate = null;
                }
                case "cron" -> cron = TaskJson.text(parser);
                case "zone" -> zone = TaskJson.text(parser);
                default -> parser.skipChildren();
            }
        }
        return new RepeatJson(rate, delay, cron, zone);
    }
}
