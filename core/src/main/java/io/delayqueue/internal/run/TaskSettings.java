package io.delayqueue.internal.run;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.RetryPolicy;
import io.delayqueue.store.TaskDetail;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one task: its own, or else those of its topic.
 *
 * @param repeat its repetition, if any
 * @param dueAt its due time, in milliseconds since the epoch
 * @param nextCronTime the first time of its cron expression after this attempt began, in milliseconds since the epoch; null if
 *     unknown or none
 */
record TaskSettings(
        int maxAttempts,
        RetryPolicy retryPolicy,
        @Nullable Repeat repeat,
        long dueAt,
        @Nullable Long nextCronTime) {

    /** Settings of a task that has not been read, of an unknown topic. */
    static final TaskSettings UNKNOWN = new TaskSettings(Integer.MAX_VALUE, ExponentialBackoff.DEFAULT, null, 0, null);

    /** Settings of a task that has not been read. */
    static TaskSettings of(TopicSettings topic) {
        return new TaskSettings(topic.maxAttempts(), topic.retryPolicy(), null, 0, null);
    }

    static TaskSettings of(TaskDetail detail, TopicSettings topic) {
        return new TaskSettings(
                detail.maxAttempts() != null ? detail.maxAttempts() : topic.maxAttempts(),
                detail.retry() != null ? detail.retry() : topic.retryPolicy(),
                detail.repeat(),
                detail.dueAt().toEpochMilli(),
                null);
    }

    TaskSettings withNextCronTime(@Nullable Long millis) {
        return new TaskSettings(maxAttempts, retryPolicy, repeat, dueAt, millis);
    }
}
