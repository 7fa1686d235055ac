package io.delayqueue.web.api;

import io.delayqueue.Repeat;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Repetition of a task, in requests and responses. */
record RepeatJson(
        @Nullable Duration rate,
        @Nullable Duration delay,
        @Nullable String cron,
        @Nullable String zone) {

    static @Nullable RepeatJson of(@Nullable Repeat repeat) {
        if (repeat instanceof Repeat.FixedRate fixed) {
            return new RepeatJson(fixed.period(), null, null, null);
        }
        if (repeat instanceof Repeat.FixedDelay fixed) {
            return new RepeatJson(null, fixed.delay(), null, null);
        }
        return repeat instanceof Repeat.Cron times
                ? new RepeatJson(null, null, times.expression(), times.zone().getId())
                : null;
    }

    Repeat repeat() {
        if (Stream.of(rate, delay, cron).filter(Objects::nonNull).count() != 1 || (zone != null && cron == null)) {
            throw ProblemException.invalid("repeat", "must have a rate, a delay or a cron, and a zone only with cron");
        }
        if (rate != null) {
            return Repeat.fixedRate(rate);
        }
        return delay != null ? Repeat.fixedDelay(delay) : Repeat.cron(String.valueOf(cron), zoneId());
    }

    private ZoneId zoneId() {
        try {
            return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw ProblemException.invalid("repeat.zone", "must be a time zone such as \"Europe/Berlin\"");
        }
    }
}
