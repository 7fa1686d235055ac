package io.delayqueue;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;

/**
 * When a task runs again after a run has ended. The wait for the next run begins in the same step that finishes the last one,
 * so a repeating task is never lost and never doubled by a crash between the two. Runs that were missed, because nothing ran
 * or a run took too long, collapse into one.
 *
 * <p>Each run has attempts of its own. A run whose attempts are spent does not end the repetition: the next one comes at its
 * time, and the task keeps the error until a run succeeds. A {@link RejectTaskException} ends it, as a dead letter does.
 */
public sealed interface Repeat {

    /** The shortest time between two runs. */
    Duration SHORTEST = Duration.ofMillis(10);

    /**
     * Runs at the first due time and at each multiple of the period after it, whenever the runs end: it does not drift.
     *
     * @param period the time between two due times, at least {@link #SHORTEST}
     * @return the repetition
     * @throws InvalidTaskException if the period is too short or too long
     */
    static Repeat fixedRate(Duration period) {
        return new FixedRate(period);
    }

    /**
     * Runs again a fixed time after a run has ended.
     *
     * @param delay the time between the end of a run and the next, at least {@link #SHORTEST}
     * @return the repetition
     * @throws InvalidTaskException if the delay is too short or too long
     */
    static Repeat fixedDelay(Duration delay) {
        return new FixedDelay(delay);
    }

    /**
     * Runs at the times of a cron expression. What expressions there are is up to the engine's {@link CronSchedule}: with
     * the Spring Boot starter they are those of Spring's {@code CronExpression}. A task that sets no time of its own is due
     * first at the expression's next time.
     *
     * @param expression the expression, such as {@code 0 0 3 * * *}
     * @param zone the time zone the expression is about
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
     * @param delay the time between the end of a run and the next
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
            Objects.requireNonNull(expression, "expression must not be null");
            Objects.requireNonNull(zone, "zone must not be null");
        }
    }

    private static void check(String field, Duration value) {
        Objects.requireNonNull(value, () -> field + " must not be null");
        if (value.compareTo(SHORTEST) < 0) {
            throw InvalidTaskException.of("repeat", value, field + " must be at least 10 ms");
        }
        if (value.compareTo(Task.MAX_DELAY) > 0) {
            throw InvalidTaskException.of("repeat", value, field + " must be at most 36,500 days");
        }
    }
}
