package io.delayqueue;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task that has just failed for good.
 *
 * @param topic the group and topic it is in
 * @param id its id
 * @param attempts number of attempts started, the last included
 * @param payload the payload as JSON; null if it has none, or the task cannot be read
 * @param headers the headers it was added with; empty if the task cannot be read; unmodifiable
 * @param error the exception of the last attempt, or the reason why the task cannot run
 */
public record DeadLetter(
        TopicName topic,
        String id,
        int attempts,
        @Nullable String payload,
        Map<String, String> headers,
        Throwable error) {}
