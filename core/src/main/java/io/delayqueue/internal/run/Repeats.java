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

    /** Why nobody could tell here when a task runs again; null if it can be told, or the task runs once. */
    @Nullable
    InvalidTaskException problem(TaskRun run) {
        try {
            next(run, null);
            return null;
        } catch (InvalidTaskException e) {
            return e;
        }
    }

    /**
     * A run that has ended.
     *
     * @param repeat when its task runs again, or null if it does not
     * @param dueAt when it was due, in milliseconds since the epoch
     * @param storeNow tells the store's time, in milliseconds since the epoch; asked only if it matters
     */
    public record Ended(Delivery delivery, @Nullable Repeat repeat, long dueAt, LongSupplier storeNow) {}

    /**
     * The next run of a task whose run has ended.
     *
     * @param error the run's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time to come
     */
    @Nullable
    public NextOccurrence next(TaskRun run, @Nullable String error) {
        return next(new Ended(run.delivery(), run.repeat(), run.dueAt(), run::storeNow), error);
    }

    /**
     * The next run of a task whose run has ended.
     *
     * @param error the run's failure as JSON, if it failed
     * @return null if the task does not repeat, or has no time to come
     */
    @Nullable
    public NextOccurrence next(Ended run, @Nullable String error) {
        Repeat repeat = run.repeat();
        Delivery delivery = run.delivery();
        if (repeat instanceof Repeat.FixedRate rate) {
            return new NextOccurrence(delivery, Timing.RATE, Millis.up(rate.period()), error);
        }
        if (repeat instanceof Repeat.FixedDelay delay) {
            return new NextOccurrence(delivery, Timing.DELAY, Millis.up(delay.delay()), error);
        }
        if (repeat instanceof Repeat.Cron expression) {
            Long next =
                    cron.next(expression, Math.max(run.dueAt(), run.storeNow().getAsLong()));
            return next == null ? null : new NextOccurrence(delivery, Timing.AT, next, error);
        }
        return null;
    }
}
