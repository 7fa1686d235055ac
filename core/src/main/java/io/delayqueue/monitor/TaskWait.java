package io.delayqueue.monitor;

import io.delayqueue.limit.LimitInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a task, or the ready tasks of a topic, wait.
 *
 * @param reason the reason: of several ones the first in the order of {@link Reason}
 * @param until the end of the reason by the store's clock, as far as it is known: the due time, the end of a hold, the next token of a limit, the
 *     time at which a batch begins without more tasks; null for the others
 * @param limit the limit that lets no further task begin, of several the one that ends last as far as is known; null if that is not the reason
 * @param tasks ids of the other tasks of its key that it waits for; of a topic, those that the key with the most waiting tasks waits for. Empty
 *     unless the reason is {@link Reason#KEY}
 * @param ahead number of other ready tasks of the topic, some of which may run later; 0 unless the reason is {@link Reason#BEHIND_OTHERS}
 */
public record TaskWait(
        Reason reason, @Nullable Instant until, @Nullable LimitInfo limit, List<String> tasks, long ahead) {

    /** Reasons why tasks wait. */
    public enum Reason {
        /** The task is not due; or its repetition is paused, and there is no due time. */
        NOT_DUE,
        /** The topic is paused. */
        PAUSED,
        /** The topic is held. */
        HELD,
        /** A limit of the topic is held, is full, or has no token. */
        LIMIT,
        /** Other tasks of the key of the task run, are ready, or block it while they wait for another attempt. */
        KEY,
        /** The topic waits for more ready tasks, to make a batch of them. */
        BATCH,
        /** All running instances that have a callback for the topic are drained, and no task of it is leased. */
        DRAINED,
        /** No running instance has a callback for the topic, and no task of it is leased, as those that are pulled are. */
        NO_CONSUMER,
        /** All callbacks of the topic are busy with other tasks, or the task is about to begin. */
        BEHIND_OTHERS
    }

    /** Creates a reason that ends at a known time, or at an unknown one if that is null. */
    public static TaskWait until(Reason reason, @Nullable Instant until) {
        return new TaskWait(reason, until, null, List.of(), 0);
    }
}
