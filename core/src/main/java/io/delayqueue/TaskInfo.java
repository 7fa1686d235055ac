package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One unfinished task as it stood when the store was asked.
 *
 * @param topic the group and topic it is in
 * @param id its id
 * @param state where it is
 * @param dueAt when it was due first, by the store's clock
 * @param stateUntil the time its state is about: when it becomes ready (DELAYED), when its lease ends (RESERVED), when it
 *     died (DEAD); null when READY
 * @param attempts how many attempts have been started
 * @param lastError the last failure as JSON, with {@code attempt}, {@code at}, {@code type}, {@code message} and
 *     {@code stack}; null before the first
 * @param payload the payload as JSON; null if it has none
 */
public record TaskInfo(
        TopicName topic,
        String id,
        TaskState state,
        Instant dueAt,
        @Nullable Instant stateUntil,
        int attempts,
        @Nullable String lastError,
        @Nullable String payload) {}
