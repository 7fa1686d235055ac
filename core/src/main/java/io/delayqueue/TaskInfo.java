package io.delayqueue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One unfinished task as it stood when the store was asked.
 *
 * @param topic the group and topic it is in
 * @param id its id
 * @param state where it is
 * @param dueAt when it was due first, by the store's clock; a reschedule, or the next run of a repeating task, sets it anew
 * @param stateUntil the time its state is about: when it becomes ready (DELAYED), when its lease ends (RESERVED), when it
 *     died (DEAD); null when READY
 * @param attempts how many attempts have been started
 * @param lastError the last failure; null before the first. A lease that expired is none
 * @param payload the payload as JSON; null if it has none, or in a list that was asked for without payloads
 * @param instance the instance that took it last; null before the first attempt
 * @param priority its priority among the tasks that are due together
 * @param description the line for people it was added with, if any
 * @param headers the headers it was added with; unmodifiable
 * @param failedAttempts the attempts that went wrong, the newest first, 20 at most; unmodifiable. They outlive a requeue, but
 *     not a replacement, nor a run of a repeating task that went well
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
        Priority priority,
        @Nullable String description,
        Map<String, String> headers,
        List<FailedAttempt> failedAttempts) {}
