package io.delayqueue.internal.codec;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as it stands in the store.
 *
 * @param dueAt when it was due first
 * @param payload the payload's JSON, or null if it has none
 * @param callback the callback it brings, or null for the topic's
 * @param ttr its own time to run, or null for the topic's
 * @param maxAttempts its own number of attempts, or null for the topic's
 * @param retry its own delays between attempts, or null for the topic's
 * @param description its description, if any
 * @param headers its headers
 * @param repeat when it runs again, or null if it runs once
 */
public record TaskDetail(
        Instant dueAt,
        byte @Nullable [] payload,
        @Nullable CallbackReference callback,
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable ExponentialBackoff retry,
        @Nullable String description,
        Map<String, String> headers,
        @Nullable Repeat repeat) {

    /**
     * A callback class by name.
     *
     * @param className the class
     * @param signature the names of its constructor's parameter types, compared with what the class has, never loaded
     * @param arguments the arguments as a JSON array
     */
    public record CallbackReference(String className, List<String> signature, byte[] arguments) {}
}
