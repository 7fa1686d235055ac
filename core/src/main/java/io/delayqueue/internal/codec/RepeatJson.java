package io.delayqueue.internal.codec;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.callback.UnreadableTaskException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A repetition as JSON: one of {@code {"rate":ms}}, {@code {"delay":ms}} and {@code {"cron":"...","zone":"..."}}. */
final class RepeatJson {

    private RepeatJson() {}

    static Map<String, Object> write(Repeat repeat) {
        Map<String, Object> written = new LinkedHashMap<>();
        if (repeat instanceof Repeat.FixedRate rate) {
            written.put("rate", rate.period().toMillis());
        } else if (repeat instanceof Repeat.FixedDelay delay) {
            written.put("delay", delay.delay().toMillis());
        } else if (repeat instanceof Repeat.Cron cron) {
            written.put("cron", cron.expression());
            written.put("zone", cron.zone().getId());
        }
        return written;
    }

    static Repeat read(JsonParser parser) throws UnreadableTaskException {
        TaskReader.requireObject(parser);
        Repeat repeat = null;
        String cron = null;
        String zone = null;
        try {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "rate" -> repeat = Repeat.fixedRate(Duration.ofMillis(parser.getLongValue()));
                    case "delay" -> repeat = Repeat.fixedDelay(Duration.ofMillis(parser.getLongValue()));
                    case "cron" -> cron = TaskReader.text(parser);
                    case "zone" -> zone = TaskReader.text(parser);
                    default -> parser.skipChildren();
                }
            }
            return repeat != null ? repeat : cron(cron, zone);
        } catch (InvalidTaskException | DateTimeException e) {
            throw new UnreadableTaskException("The task's repetition cannot be read", e);
        }
    }

    private static Repeat cron(@Nullable String expression, @Nullable String zone) throws UnreadableTaskException {
        if (expression == null || zone == null) {
            throw new UnreadableTaskException("The task's repetition is of no known kind");
        }
        return Repeat.cron(expression, ZoneId.of(zone));
    }
}
