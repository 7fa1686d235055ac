package io.delayqueue.internal.run;

import io.delayqueue.CronSchedule;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.store.NewTask;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Computes the times of cron expressions, by the store's clock. */
public final class CronTimes {

    private final @Nullable CronSchedule schedule;

    public CronTimes(@Nullable CronSchedule schedule) {
        this.schedule = schedule;
    }

    /**
     * Returns the next time of an expression.
     *
     * @param after milliseconds since the epoch
     * @return milliseconds since the epoch, or null if there is no next time
     * @throws InvalidTaskException if the expression is invalid, or there is no schedule
     */
    @Nullable
    Long next(Repeat.Cron cron, long after) {
        if (schedule == null) {
            throw new InvalidTaskException(
                    "repeat",
                    "repeat must be a fixed rate or delay, because this engine has no cron schedule to evaluate '"
                            + cron.expression() + "'; the Spring Boot starter brings one",
                    null);
        }
        try {
            Instant next = schedule.next(cron.expression(), cron.zone(), Instant.ofEpochMilli(after));
            return next == null ? null : next.toEpochMilli();
        } catch (RuntimeException e) {
            // Also unexpected exceptions of the application's schedule.
            throw new InvalidTaskException(
                    "repeat",
                    "repeat must have a cron expression, but '" + cron.expression() + "' is none: " + e.getMessage(),
                    e);
        }
    }

    /** Checks the expression of a task, if it has one, without reading the time. */
    public void check(Task task) {
        if (task.repeat() instanceof Repeat.Cron expression && next(expression, 0) == null && !task.isTimeSet()) {
            throw noTimeToCome(expression);
        }
    }

    /**
     * Checks the expression of a task, and sets its first time if it has none.
     *
     * @param now the store's time, in milliseconds since the epoch
     */
    public NewTask timed(Task task, NewTask written, long now) {
        if (!(task.repeat() instanceof Repeat.Cron cron)) {
            return written;
        }
        Long first = next(cron, now);
        if (task.isTimeSet()) {
            return written;
        }
        if (first == null) {
            throw noTimeToCome(cron);
        }
        return new NewTask(written.topic(), written.id(), first, false, written.detail(), written.mode());
    }

    private static InvalidTaskException noTimeToCome(Repeat.Cron cron) {
        return InvalidTaskException.of("repeat", cron.expression(), "must have a time in the future");
    }
}
