package io.delayqueue.store;

import io.delayqueue.Repeat;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A repetition as JSON: a rate or a delay in milliseconds, or a cron expression and its time zone.
 *
 * @param rate milliseconds between two due times, or null
 * @param delay milliseconds between the end of an occurrence and the next, or null
 * @param cron a cron expression, or null
 * @param zone the time zone of the cron expression
 */
public record RepeatJson(
        @Nullable Long rate,
        @Nullable Long delay,
        @Nullable String cron,
        @Nullable String zone) {

    /** Refuses what is no repetition. */
    public RepeatJson {
        repeat(rate, delay, cron, zone);
    }

    /**
     * {@return a repetition as JSON}
     *
     * @param repeat the repetition, or null for null
     */
    public static @Nullable RepeatJson of(@Nullable Repeat repeat) {
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

    /** {@return the repetition} */
    public Repeat toRepeat() {
        return repeat(rate, delay, cron, zone);
    }

    private static Repeat repeat(
            @Nullable Long rate, @Nullable Long delay, @Nullable String cron, @Nullable String zone) {
        if (rate != null) {
            return Repeat.fixedRate(Duration.ofMillis(rate));
        }
        if (delay != null) {
            return Repeat.fixedDelay(Duration.ofMillis(delay));
        }
        if (cron == null || zone == null) {
            throw new IllegalArgumentException("The repetition is of no known kind");
        }
        return Repeat.cron(cron, ZoneId.of(zone));
    }
}
