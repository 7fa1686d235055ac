package io.delayqueue.internal.run;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Failures;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Task that no attempt may begin any more. A repeating task goes on with its next occurrence.
 *
 * @param outcome the end of the delivery
 * @param failure says how late the task is
 */
public record LateTask(Outcome outcome, DelayQueueException failure) {

    /**
     * Checks the time of a task.
     *
     * @param options the options of its topic
     * @param storeNow the store's time in milliseconds since the epoch, read if the task or the topic has a last time
     * @return null if an attempt may begin
     */
    public static @Nullable LateTask check(
            Delivery delivery,
            int attempt,
            TaskDetail task,
            TopicOptions options,
            Repeats repeats,
            LongSupplier storeNow) {
        Instant latest = task.latestStart(options.within());
        if (latest == null) {
            return null;
        }
        Instant at = Instant.ofEpochMilli(storeNow.getAsLong());
        if (!at.isAfter(latest)) {
            return null;
        }
        DelayQueueException failure =
                new DelayQueueException("It was too late to begin at " + at + ", because the last time was " + latest);
        String error = Failures.writeReason(attempt, failure, at, DeadReason.EXPIRED);
        long dueAt = task.dueAt().toEpochMilli();
        Outcome.NextOccurrence next =
                repeats.next(delivery, task.options().repeat(), dueAt, null, at::toEpochMilli, error);
        Outcome outcome = next == null
                ? new Outcome.Dead(delivery, options.whenExpired() == WhenExpired.DROP ? null : error, false)
                : new Outcome.NextOccurrence(delivery, next.timing(), next.millis(), error, false);
        return new LateTask(outcome, failure);
    }
}
