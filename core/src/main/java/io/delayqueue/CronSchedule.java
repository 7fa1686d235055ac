package io.delayqueue;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Understands cron expressions. The Spring Boot starter brings one. Implementations are thread-safe. */
@FunctionalInterface
public interface CronSchedule {

    /**
     * The next time of an expression.
     *
     * @param expression the expression
     * @param zone the time zone it is about
     * @param after the time after which to look
     * @return the first time of the expression after that, or null if there is none
     * @throws IllegalArgumentException if there is no such expression; the message says what is wrong with it
     */
    @Nullable
    Instant next(String expression, ZoneId zone, Instant after);
}
