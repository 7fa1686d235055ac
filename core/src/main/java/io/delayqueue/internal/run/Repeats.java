package io.delayqueue.internal.run;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.delayqueue.CronSchedule;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Repeat.Cron;
import io.delayqueue.Repeat.FixedDelay;
import io.delayqueue.Repeat.FixedRate;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Computes the occurrences of repeating tasks: times of cron expressions are those of the store's clock. */
public record Repeats(@Nullable CronSchedule schedule) {

    /**
     * Returns the next time of an expression.
     *
     * @param after milliseconds since the epoch
     * @return milliseconds since the epoch, or null if there is no next time
     * @throws InvalidTaskException if the expression is invalid, or there is no schedule
     */
    private @Nullable Long cronTime(Cron cron, long after) {
        if (schedule == null) {
            throw new InvalidTaskException(
                    "repeat must be a fixed rate or delay, because this engine has no cron schedule to evaluate '"
                            + cron.expression() + "'; the Spring Boot starter brings one");
        }
        try {
            Instant next = schedule.next(cron.expression(), cron.zone(), Instant.ofEpochMilli(after));
            return next == null ? null : next.toEpochMilli();
        } catch (RuntimeException e) {
            // Also unexpected exceptions of the application's schedule.
            throw new InvalidTaskException(
                    "repeat must have a cron expression, but '" + cron.expression() + "' is none: " + e.getMessage(),
                    e);
        }
    }

    /** Checks the expression of a task, if it has one, without reading the time. */
    public void check(Task task) {
        first(task, 0);
    }

    /**
     * Checks the expression of a task, and sets its first time if it has none.
     *
     * @param now the store's time, in milliseconds since the epoch
     */
    public NewTask timed(Task task, NewTask written, long now) {
        Long first = first(task, now);
        return first == null
                ? written
                : new NewTask(written.topic(), written.id(), first, false, written.detail(), written.mode());
    }

    /** The first time of the expression of a task; null if the task has none, or its time is set. */
    private @Nullable Long first(Task task, long now) {
        if (!(task.repeat() instanceof Cron cron)) {
            return null;
        }
        Long first = cronTime(cron, now);
        if (task.isTimeSet()) {
            return null;
        }
        InvalidTaskException.require(first != null, "repeat", cron.expression(), "must have a time in the future");
        return first;
    }

    /**
     * Finds the next time of a cron expression before the attempt, because the task must not run without it.
     *
     * @throws InvalidTaskException if it cannot be found here
     */
    void prepare(TaskExecution execution) {
        if (execution.repeat() instanceof Cron expression) {
            cronTime(expression, Math.max(occurrenceDueAt(execution), execution.storeNow()));
        }
    }

    /**
     * Returns the due time of the occurrence after one that ends now.
     *
     * @param due its due time, in milliseconds since the epoch
     * @param now the store's time, in milliseconds since the epoch
     * @return milliseconds since the epoch, or null if there is no further time
     * @throws InvalidTaskException if it cannot be found here
     */
    public @Nullable Long following(Repeat repeat, long due, long now) {
        if (repeat instanceof FixedRate rate) {
            long period = Millis.up(rate.period());
            long periods = Math.max(1, Math.floorDiv(Math.subtractExact(now, due), period) + 1);
            return Math.addExact(due, Math.multiplyExact(period, periods));
        }
        if (repeat instanceof FixedDelay fixed) {
            return Math.addExact(now, Millis.up(fixed.delay()));
        }
        return cronTime((Cron) repeat, Math.max(due, now));
    }

    private static long occurrenceDueAt(TaskExecution execution) {
        return requireNonNull(execution.task()).dueAt().toEpochMilli();
    }

    /**
     * Finds the next occurrence of a repeating task of which one has ended.
     *
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task has no time in the future
     */
    @Nullable
    NextOccurrence next(TaskExecution execution, @Nullable String error) {
        return next(execution.delivery(), execution.repeat(), occurrenceDueAt(execution), execution::storeNow, error);
    }

    /**
     * Finds the next occurrence of a task of which one has ended.
     *
     * @param repeat the repetition of the task, or null
     * @param dueAt the due time of the occurrence, in milliseconds since the epoch
     * @param storeNow reads the store's time, in milliseconds since the epoch; called only if needed
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time in the future
     */
    @Nullable
    public NextOccurrence next(
            Delivery delivery, @Nullable Repeat repeat, long dueAt, LongSupplier storeNow, @Nullable String error) {
        if (repeat instanceof FixedRate rate) {
            return new NextOccurrence(delivery, Timing.RATE, Millis.up(rate.period()), error);
        }
        if (repeat instanceof FixedDelay delay) {
            return new NextOccurrence(delivery, Timing.DELAY, Millis.up(delay.delay()), error);
        }
        if (repeat instanceof Cron expression) {
            Long next = cronTime(expression, Math.max(dueAt, storeNow.getAsLong()));
            return next == null ? null : new NextOccurrence(delivery, Timing.AT, next, error);
        }
        return null;
    }

    /**
     * Returns the due times of the next occurrences, as if each occurrence ended at once.
     *
     * @param storeNow reads the store's time, in milliseconds since the epoch; called only if needed
     * @return the times that are known: none of a task that does not repeat or is dead, nor of a paused one; not those that depend on the end of an
     *     occurrence, or that cannot be computed here
     */
    public List<Instant> upcoming(TaskInfo task, LongSupplier storeNow, int limit) {
        Repeat repeat = task.options().repeat();
        if (repeat == null || task.state() == TaskState.DEAD) {
            return List.of();
        }
        // With attempts it waits for the next attempt of an occurrence that has begun.
        boolean isNew = task.state() == TaskState.DELAYED && task.attempts() == 0;
        if (task.options().paused()) {
            // It may wait for one occurrence that was requested in spite of the pause.
            return isNew && task.stateUntil() != null ? List.of(task.stateUntil()) : List.of();
        }
        Instant first = requireNonNullElse(task.stateUntil(), task.dueAt());
        List<Instant> times = new ArrayList<>();
        if (isNew) {
            times.add(first);
        }
        if (repeat instanceof FixedDelay || times.size() >= limit) {
            return times;
        }
        try {
            long now = storeNow.getAsLong();
            Long next = following(repeat, (isNew ? first : task.dueAt()).toEpochMilli(), now);
            while (next != null && times.size() < limit) {
                times.add(Instant.ofEpochMilli(next));
                next = following(repeat, next, now);
            }
        } catch (InvalidTaskException | ArithmeticException e) {
            // The next times are unknown here.
        }
        return times;
    }
}
