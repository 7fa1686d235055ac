package io.delayqueue.test.assertions;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How it is written when tasks are due. */
final class DueTime {

    private DueTime() {}

    /** What becomes of an instant that a task is added with: never early, so rounded up. */
    static Instant inMillis(Instant instant) {
        Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
        return millis.equals(instant) ? instant : millis.plusMillis(1);
    }

    /** Such as {@code in 1d2h}, {@code now} or {@code 1.5s ago}. */
    static String relative(Duration duration) {
        if (duration.isZero()) {
            return "now";
        }
        return duration.isNegative() ? text(duration.negated()) + " ago" : "in " + text(duration);
    }

    /** The ISO form of the days apart, without its frame. */
    private static String text(Duration duration) {
        long days = duration.toDays();
        String rest = duration.minusDays(days).toString().substring(2).toLowerCase(Locale.ROOT);
        if (days == 0) {
            return rest;
        }
        return rest.equals("0s") ? days + "d" : days + "d" + rest;
    }
}
