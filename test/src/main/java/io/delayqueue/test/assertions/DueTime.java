package io.delayqueue.test.assertions;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats due times of tasks. */
final class DueTime {

    private DueTime() {}

    /** Rounds an instant up, like the add of a task. */
    static Instant inMillis(Instant instant) {
        Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
        return millis.equals(instant) ? instant : millis.plusMillis(1);
    }

    /** Formats a time such as {@code in 1d2h}, {@code now} or {@code 1.5s ago}. */
    static String relative(Duration duration) {
        if (duration.isZero()) {
            return "now";
        }
        return duration.isNegative() ? text(duration.negated()) + " ago" : "in " + text(duration);
    }

    /** Formats days, followed by the ISO form of the rest without its prefix. */
    private static String text(Duration duration) {
        long days = duration.toDays();
        String rest = duration.minusDays(days).toString().substring(2).toLowerCase(Locale.ROOT);
        if (days == 0) {
            return rest;
        }
        return rest.equals("0s") ? days + "d" : days + "d" + rest;
    }
}
