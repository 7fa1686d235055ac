package io.delayqueue.internal.run;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Computes the next occurrences of repeating tasks. */
public final class Repeats {

    private final CronTimes cron;

    public Repeats(CronTimes cron) {
        this.cron = cron;
    }

    /**
     * Finds the next time of a cron expression before the attempt, because the task must not run without it.
     *
     * @throws InvalidTaskException if it cannot be found here
     */
    void prepare(TaskExecution execution) {
        if (execution.repeat() instanceof Repeat.Cron expression) {
            execution.nextCronTime(cron.next(expression, Math.max(occurrenceDueAt(execution), execution.storeNow())));
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
        if (repeat instanceof Repeat.FixedRate rate) {
            long period = Millis.up(rate.period());
            long periods = Math.max(1, Math.floorDiv(Math.subtractExact(now, due), period) + 1);
            return Math.addExact(due, Math.multiplyExact(period, periods));
        }
        if (repeat instanceof Repeat.FixedDelay fixed) {
            return Math.addExact(now, Millis.up(fixed.delay()));
        }
        return cron.next((Repeat.Cron) repeat, Math.max(due, now));
    }

    private static long occurrenceDueAt(TaskExecution execution) {
        return Objects.requireNonNull(execution.task()).dueAt().toEpochMilli();
    }

    /**
     * Finds the next occurrence of a repeating task of which one has ended.
     *
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task has no time in the future
     */
    @Nullable
    NextOccurrence next(TaskExecution execution, Repeat repeat, @Nullable String error) {
        long dueAt = occurrenceDueAt(execution);
        return next(execution.delivery(), repeat, dueAt, execution.nextCronTime(), execution::storeNow, error);
    }

    /**
     * Finds the next occurrence of a task of which one has ended.
     *
     * @param repeat the repetition of the task, or null
     * @param dueAt the due time of the occurrence, in milliseconds since the epoch
     * @param nextCronTime the next time of its cron expression at its start, if known
     * @param storeNow reads the store's time, in milliseconds since the epoch; called only if needed
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time in the future
     */
    @Nullable
    public NextOccurrence next(
            Delivery delivery,
            @Nullable Repeat repeat,
            long dueAt,
            @Nullable Long nextCronTime,
            LongSupplier storeNow,
            @Nullable String error) {
        if (repeat instanceof Repeat.FixedRate rate) {
            return new NextOccurrence(delivery, Timing.RATE, Millis.up(rate.period()), error);
        }
        if (repeat instanceof Repeat.FixedDelay delay) {
            return new NextOccurrence(delivery, Timing.DELAY, Millis.up(delay.delay()), error);
        }
        if (repeat instanceof Repeat.Cron expression) {
            long after = Math.max(dueAt, storeNow.getAsLong());
            // The known time may have passed during the callback.
            Long next = nextCronTime != null && nextCronTime > after ? nextCronTime : cron.next(expression, after);
            return next == null ? null : new NextOccurrence(delivery, Timing.AT, next, error);
        }
        return null;
    }
}
