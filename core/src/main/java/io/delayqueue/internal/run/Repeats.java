package io.delayqueue.internal.run;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out when repeating tasks run next. */
public final class Repeats {

    private final CronTimes cron;

    public Repeats(CronTimes cron) {
        this.cron = cron;
    }

    /**
     * Finds the next time of a cron expression before the attempt, for the task is not to run if that cannot be found.
     *
     * @throws InvalidTaskException if it cannot be found here
     */
    void prepare(TaskExecution execution) {
        if (execution.repeat() instanceof Repeat.Cron expression) {
            execution.nextCronTime(cron.next(expression, Math.max(execution.dueAt(), execution.storeNow())));
        }
    }

    /**
     * An occurrence that has ended.
     *
     * @param repeat when its task runs again, or null if it does not
     * @param dueAt when it was due, in milliseconds since the epoch
     * @param nextCronTime the next time of its cron expression when it began, if that is known
     * @param storeNow reads the store's time, in milliseconds since the epoch; asked only if it matters
     */
    public record Ended(
            Delivery delivery,
            @Nullable Repeat repeat,
            long dueAt,
            @Nullable Long nextCronTime,
            LongSupplier storeNow) {}

    /**
     * Finds the next occurrence of a task of which one has ended.
     *
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time to come
     */
    @Nullable
    public NextOccurrence next(TaskExecution execution, @Nullable String error) {
        return next(
                new Ended(
                        execution.delivery(),
                        execution.repeat(),
                        execution.dueAt(),
                        execution.nextCronTime(),
                        execution::storeNow),
                error);
    }

    /**
     * Finds the next occurrence of a task of which one has ended.
     *
     * @param error the occurrence's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time to come
     */
    @Nullable
    public NextOccurrence next(Ended ended, @Nullable String error) {
        Repeat repeat = ended.repeat();
        Delivery delivery = ended.delivery();
        if (repeat instanceof Repeat.FixedRate rate) {
            return new NextOccurrence(delivery, Timing.RATE, Millis.up(rate.period()), error);
        }
        if (repeat instanceof Repeat.FixedDelay delay) {
            return new NextOccurrence(delivery, Timing.DELAY, Millis.up(delay.delay()), error);
        }
        if (repeat instanceof Repeat.Cron expression) {
            long after = Math.max(ended.dueAt(), ended.storeNow().getAsLong());
            Long known = ended.nextCronTime();
            // It may have passed while the callback ran.
            Long next = known != null && known > after ? known : cron.next(expression, after);
            return next == null ? null : new NextOccurrence(delivery, Timing.AT, next, error);
        }
        return null;
    }
}
