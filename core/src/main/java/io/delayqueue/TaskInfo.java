package io.delayqueue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unfinished task as it was when it was read: its state, and parts of what was added. A store reads the latter as an {@code
 * io.delayqueue.store.TaskDetail}, which applications do not see.
 *
 * @param topic the group and topic it is in
 * @param id its id
 * @param state its state
 * @param dueAt its first due time, by the store's clock; a reschedule, or the next occurrence of a repeating task, sets a new one.
 *     While its repetition is paused, the time of the occurrence that does not run
 * @param stateUntil the time of its state: when it becomes ready (DELAYED), when its lease ends (RESERVED), when it became a dead
 *     letter (DEAD); null if READY, and while it waits because its repetition is paused
 * @param attempts number of attempts started
 * @param lastError the last failure; null before the first. An expired lease is not a failure
 * @param payload the payload as JSON; null if it has none, or in a list without payloads
 * @param instance the instance that reserved it last; null if no attempt of it began
 * @param reservedAt when its attempt was reserved, by the store's clock: its callback began shortly after. Null unless RESERVED
 * @param options its priority, description, headers, limits and repetition; values that cannot be read are missing
 * @param lastRun the last occurrence that has ended, if it repeats; null before. A replacement clears it
 * @param failedAttempts its failed attempts, the newest first, at most 20; unmodifiable. A requeue keeps them; a replacement, and a
 *     successful occurrence of a repeating task, clear them
 */
public record TaskInfo(
        TopicName topic,
        String id,
        TaskState state,
        Instant dueAt,
        @Nullable Instant stateUntil,
        int attempts,
        @Nullable TaskError lastError,
        @Nullable String payload,
        @Nullable String instance,
        @Nullable Instant reservedAt,
        Task.Options options,
        @Nullable LastRun lastRun,
        List<FailedAttempt> failedAttempts)
        implements Task.Data {

    /** {@return its priority among ready tasks} */
    public Priority priority() {
        return options.priority();
    }

    /**
     * Occurrence of a repeating task that has ended and was followed by another. All times are the store's.
     *
     * @param dueAt its first due time
     * @param endedAt the end of its last attempt
     * @param failed whether its attempts were exhausted
     */
    public record LastRun(Instant dueAt, Instant endedAt, boolean failed) {}
}
