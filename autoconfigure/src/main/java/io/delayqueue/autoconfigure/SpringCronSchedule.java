package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Schedule of a Spring {@link CronExpression}, including macros such as {@code @daily}. Where the clocks change it does as Vixie cron: an
 * expression of fixed times of day has each of them once a day, a missing one at the end of the gap. One with a wildcard below the day, or
 * with a step of hours, follows the clock.
 */
final class SpringCronSchedule implements CronSchedule {

    private static final int HOUR = 2;

    @Override
    public @Nullable Instant next(String expression, ZoneId zone, Instant after) {
        CronExpression cron = CronExpression.parse(expression);
        ZonedDateTime start = after.atZone(zone);
        if (followsTheClock(cron)) {
            ZonedDateTime next = cron.next(start);
            return next == null ? null : next.toInstant();
        }
        LocalDateTime time = cron.next(start.toLocalDateTime());
        // In the second pass of an hour, times of the first pass come first.
        while (time != null && !instant(time, zone).isAfter(after)) {
            time = cron.next(time);
        }
        return time == null ? null : instant(time, zone);
    }

    private static boolean followsTheClock(CronExpression cron) {
        // With the fields of a macro.
        String[] fields = cron.toString().trim().split("\\s+");
        return Stream.of(fields).limit(HOUR + 1).anyMatch(field -> field.contains("*")) || fields[HOUR].contains("/");
    }

    /** Returns the first instant with a local time; of a time that the clock leaves out, the end of the gap. */
    private static Instant instant(LocalDateTime time, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(time);
        if (change == null) {
            return time.atZone(zone).toInstant();
        }
        return change.isGap() ? change.getInstant() : time.toInstant(change.getOffsetBefore());
    }
}
