package io.delayqueue.test;

import io.delayqueue.TaskInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** When tasks are due, and how that is written. */
final class DueTime {

    private DueTime() {}

    /** When its next attempt is or was due; null for a dead letter, which has none. */
    static @Nullable Instant of(TaskInfo task) {
        return switch (task.state()) {
            case DELAYED -> task.stateUntil();
            case READY, RESERVED -> task.dueAt();
            case DEAD -> null;
        };
    }

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
