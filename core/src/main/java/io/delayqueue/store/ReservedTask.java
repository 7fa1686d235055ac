package io.delayqueue.store;

/**
 * A task leased to an instance.
 *
 * @param delivery the delivery, which identifies its outcome
 * @param attempt the number of this attempt, from 1
 * @param dueAt when this attempt was due, in milliseconds since the epoch: the task's own time, the end of a back-off, when a
 *     dead letter was requeued, or when a task that was behind others of its key got its place
 * @param requeuedAt when the task was ready or due by its last requeue, in milliseconds since the epoch; 0 if it was not requeued, or
 *     {@code begunAt} is not 0
 * @param begunAt when the first delivery of the occurrence whose attempt has begun was leased, in milliseconds since the epoch, since the last
 *     requeue; 0 if none has, or if it is unknown
 * @param detail the task as JSON in UTF-8, with {@code "due"} in front
 */
public record ReservedTask(Delivery delivery, int attempt, long dueAt, long requeuedAt, long begunAt, byte[] detail) {}
