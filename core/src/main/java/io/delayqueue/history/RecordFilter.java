package io.delayqueue.history;

import io.delayqueue.history.TaskRecord.Details;

/**
 * Changes what records of ended tasks keep, for example to mask personal data. Called where an attempt ends, or by the call that ends a pulled task,
 * before the record is written; thread-safe. Records of removed and replaced tasks, which have neither payload nor result, pass no filter.
 *
 * <p>If a filter throws an exception, the record has no payload, result, message and progress.
 *
 * <p>The messages of the failed attempts pass no filter. A record has none of these attempts if a filter throws an exception, or its message is
 * not that before the filters; so a filter drops them of any record by a message of its own, which a record without an error does not keep.
 */
@FunctionalInterface
public interface RecordFilter {

    /**
     * Filters a record.
     *
     * @param record the record, with the whole payload and the whole result, which are measured later; the time of its end is an estimate.
     *     {@link TaskRecord#failedAttempts} is empty: the store adds the failed attempts later
     * @return the details of the record, possibly with another payload, result, message or progress, such as
     *     {@code record.details().payload(null)}
     */
    Details filter(TaskRecord record);
}
