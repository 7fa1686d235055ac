package io.delayqueue.internal.run;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Failures;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.TaskDetail;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends tasks that no attempt may begin any more. A repeating task goes on with its next occurrence. */
public final class LateTask {

    private LateTask() {}

    /**
     * Checks the time of a task that was read.
     *
     * @param options the options of its topic
     * @return the end of the delivery, whose failure says how late the task is; null if an attempt may begin
     */
    public static @Nullable PendingOutcome check(
            TaskExecution execution, TaskDetail task, TopicOptions options, Repeats repeats) {
        Instant latest = task.latestStart(options.within());
        if (latest == null) {
            return null;
        }
        Instant at = Instant.ofEpochMilli(execution.storeNow());
        if (!at.isAfter(latest)) {
            return null;
        }
        DelayQueueException failure =
                new DelayQueueException("It was too late to begin at " + at + ", because the last time was " + latest);
        String error = Failures.write(execution.number(), failure, at, DeadReason.EXPIRED, false);
        Delivery delivery = execution.delivery();
        NextOccurrence next = execution.repeat() == null ? null : repeats.next(execution, error);
        Outcome outcome = next == null
                ? new Outcome.Dead(delivery, options.whenExpired() == WhenExpired.DROP ? null : error, false, null)
                : new NextOccurrence(delivery, next.timing(), next.millis(), error, false, null);
        return new PendingOutcome(execution, outcome, failure);
    }
}
