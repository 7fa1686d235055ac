package io.delayqueue.test.assertions;

import io.delayqueue.TopicName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call of a callback, with the interceptors around it.
 *
 * @param topic the task's topic
 * @param id its id
 * @param attempt which attempt it was, from 1
 * @param at when it began, by the queue's time
 * @param outcome what became of it
 * @param failure what it threw, if it failed
 */
public record TestDelivery(
        TopicName topic,
        String id,
        int attempt,
        Instant at,
        Outcome outcome,
        @Nullable Throwable failure) {

    /** What became of a call. */
    public enum Outcome {
        /** It has not ended. */
        RUNNING,
        /** It returned; a repeating task waits for its next run. */
        FINISHED,
        /** It failed, and there will be another attempt. */
        RETRIED,
        /** It failed for good, and the repeating task waits for its next run. */
        MISSED,
        /** It failed for good. */
        DEAD,
        /** Its outcome never reached the store: the instance crashed, the lease had ended, or the task was removed meanwhile. */
        LOST
    }
}
