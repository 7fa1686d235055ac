package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.ZoneId;

/**
 * Schedule of a repeating task. One atomic step ends an occurrence and schedules the next, so a crash neither loses nor duplicates
 * a repeating task. Missed occurrences collapse into one.
 *
 * <p>Each occurrence has its own attempts. An occurrence whose attempts are exhausted does not end the repetition: the next one
 * runs at its time, and the task keeps the error until an occurrence succeeds. A {@link RejectTaskException} ends the repetition:
 * the task becomes a dead letter.
 */
public sealed interface Repeat {

    /** Minimum time between two occurrences. */
    Duration MIN_INTERVAL = Duration.ofMillis(10);

    /**
     * Runs at the first due time and at each multiple of the period after it, without drift.
     *
     * @param period the time between two due times, at least {@link #MIN_INTERVAL}
     * @return the repetition
     * @throws InvalidTaskException if the period is too short or too long
     */
    static Repeat fixedRate(Duration period) {
        return new FixedRate(period);
    }

    /**
     * Runs again a fixed time after an occurrence has ended.
     *
     * @param delay the time between the end of an occurrence and the next, at least {@link #MIN_INTERVAL}
     * @return the repetition
     * @throws InvalidTaskException if the delay is too short or too long
     */
    static Repeat fixedDelay(Duration delay) {
        return new FixedDelay(delay);
    }

    /**
     * Runs at the times of a cron expression. The engine's {@link CronSchedule} defines the syntax: with the Spring Boot starter
     * that of Spring's {@code CronExpression}. A task without a delay or an instant is first due at the expression's next time.
     *
     * @param expression the expression, such as {@code 0 0 3 * * *}
     * @param zone the time zone of the expression
     * @return the repetition
     */
    static Repeat cron(String expression, ZoneId zone) {
        return new Cron(expression, zone);
    }

    /**
     * See {@link #fixedRate}.
     *
     * @param period the time between two due times
     */
    record FixedRate(Duration period) implements Repeat {

        /**
         * Checks the period.
         */
        public FixedRate {
            check("period", period);
        }
    }

    /**
     * See {@link #fixedDelay}.
     *
     * @param delay the time between the end of an occurrence and the next
     */
    record FixedDelay(Duration delay) implements Repeat {

        /**
         * Checks the delay.
         */
        public FixedDelay {
            check("delay", delay);
        }
    }

    /**
     * See {@link #cron}.
     *
     * @param expression the expression
     * @param zone the time zone
     */
    record Cron(String expression, ZoneId zone) implements Repeat {

        /**
         * Refuses null.
         */
        public Cron {
            requireNonNull(expression, "expression must not be null");
            requireNonNull(zone, "zone must not be null");
        }
    }

    private static void check(String field, Duration value) {
        requireNonNull(value, () -> field + " must not be null");
        require(value.compareTo(MIN_INTERVAL) >= 0, "repeat", value, field + " must be at least 10 ms");
        require(value.compareTo(Task.MAX_DELAY) <= 0, "repeat", value, field + " must be at most 36,500 days");
    }
}
