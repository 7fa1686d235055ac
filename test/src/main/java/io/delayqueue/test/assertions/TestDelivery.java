package io.delayqueue.test.assertions;

import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Call of a callback, with the interceptors around it.
 *
 * @param topic the task's topic
 * @param id its id
 * @param attempt the number of the attempt, from 1
 * @param at its start by the queue's time
 * @param outcome its outcome
 * @param failure the exception, if it failed
 * @param progress the last progress that it has reported, if any
 */
public record TestDelivery(
        TopicName topic,
        String id,
        int attempt,
        Instant at,
        Outcome outcome,
        @Nullable Throwable failure,
        TaskRecord.@Nullable Progress progress) {

    /** Outcome of a call. */
    public enum Outcome {
        /** It has not ended. */
        RUNNING,
        /** It returned; a repeating task waits for its next occurrence. */
        FINISHED,
        /** It failed, and is retried. */
        RETRIED,
        /** It postponed its task, and does not count. */
        POSTPONED,
        /** It failed for good, and the repeating task waits for its next occurrence. */
        MISSED,
        /** It failed for good. */
        DEAD,
        /** Its outcome was not stored: the instance crashed, the lease had ended, or the task was removed. */
        LOST
    }
}
