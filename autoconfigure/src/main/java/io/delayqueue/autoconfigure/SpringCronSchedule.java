package io.delayqueue.autoconfigure;

import io.delayqueue.CronSchedule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/** Schedule of a Spring {@link CronExpression}, including macros such as {@code @daily}. */
final class SpringCronSchedule implements CronSchedule {

    @Override
    public @Nullable Instant next(String expression, ZoneId zone, Instant after) {
        ZonedDateTime next = CronExpression.parse(expression).next(after.atZone(zone));
        return next == null ? null : next.toInstant();
    }
}
