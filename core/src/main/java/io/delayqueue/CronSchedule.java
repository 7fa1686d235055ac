package io.delayqueue;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Evaluates cron expressions. The Spring Boot starter provides one. Implementations are thread-safe. */
@FunctionalInterface
public interface CronSchedule {

    /**
     * Returns the next time of an expression.
     *
     * @param expression the expression
     * @param zone the time zone of the expression
     * @param after the exclusive lower bound
     * @return the first time of the expression after that, or null if there is none
     * @throws IllegalArgumentException if the expression is not valid; the message gives the reason
     */
    @Nullable
    Instant next(String expression, ZoneId zone, Instant after);
}
