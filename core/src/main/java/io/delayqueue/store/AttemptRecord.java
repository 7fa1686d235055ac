package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * Part of the record of an ended task or occurrence that only the instance of its last attempt knows. The store adds the time of the end and the terms.
 *
 * @param dueAt the due time of the task or the occurrence, in milliseconds since the epoch
 * @param latenessMillis the time from the due time of the attempt to its begin; null if no attempt has begun, or it is unknown
 * @param tookMillis the time that the attempt took; null if no attempt has begun, or it is unknown
 * @param attempts the number of attempts that have begun
 * @param more the rest as a JSON object; empty if there is none
 * @param listsAttempts whether the record has the attempts that went wrong, with their messages
 */
public record AttemptRecord(
        long dueAt,
        @Nullable Long latenessMillis,
        @Nullable Long tookMillis,
        int attempts,
        String more,
        boolean listsAttempts) {

    /**
     * Copies the record.
     *
     * @param newMore the rest
     * @param lists whether the copy has the attempts that went wrong
     * @return the copy
     */
    public AttemptRecord more(String newMore, boolean lists) {
        return new AttemptRecord(dueAt, latenessMillis, tookMillis, attempts, newMore, lists);
    }
}
