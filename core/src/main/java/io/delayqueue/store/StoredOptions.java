package io.delayqueue.store;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.delayqueue.Priority;
import io.delayqueue.Task.Options;
import io.delayqueue.store.TaskDetail.CallbackReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * The object of options in the JSON array of a task, in the order of the bytes. What is not set is left out: a million pending tasks pay for
 * it. Options of later versions are ignored.
 *
 * @param payload null as JSON if that is the payload; the array has null also for tasks without payload
 * @param callback the callback carried by the task
 * @param ttr milliseconds
 * @param maxAttempts number of attempts
 * @param retry delays between attempts
 * @param priority the name of a {@link Priority}; null for the normal one
 * @param repeat the repetition
 * @param description the description
 * @param headers the headers; null without any
 * @param retryFor maximum age of retries, in milliseconds
 * @param notAfter last time at which an attempt may begin, in milliseconds since the epoch
 * @param within time after the due time within which an attempt may begin, in milliseconds
 * @param uniqueFor milliseconds of the window in which no other task is added under the id
 * @param longestWait milliseconds from the first of the tasks that replace one another; the store writes "latest" behind it, when the last of
 *     them is due at the latest
 * @param planned when the occurrence was due before its first reschedule since an attempt, in milliseconds since the epoch; scripts write
 *     it, and look for it at the end, before the marks of a changed or paused repetition
 * @param paused true if the repetition is paused; scripts read it at the end
 */
public record StoredOptions(
        @Nullable JsonNode payload,
        @Nullable CallbackReference callback,
        @Nullable Long ttr,
        @Nullable Integer maxAttempts,
        @Nullable RetryJson retry,
        @Nullable String priority,
        @Nullable RepeatJson repeat,
        @Nullable String description,
        @JsonSetter(contentNulls = Nulls.FAIL) @Nullable Map<String, String> headers,
        @Nullable Long retryFor,
        @Nullable Long notAfter,
        @Nullable Long within,
        @Nullable Long uniqueFor,
        @Nullable Long longestWait,
        @Nullable Long planned,
        @Nullable Boolean paused) {

    /** Nothing is set. */
    public static final StoredOptions NONE = of(Options.NONE, null, false);

    /**
     * {@return options to write}
     *
     * @param options the options of a task
     * @param callback the callback that the task carries, if any
     * @param nullPayload whether the task has the payload null
     */
    public static StoredOptions of(Options options, @Nullable CallbackReference callback, boolean nullPayload) {
        return new StoredOptions(
                nullPayload ? NullNode.getInstance() : null,
                callback,
                millis(options.ttr()),
                options.maxAttempts(),
                RetryJson.of(options.retry()),
                options.priority() == Priority.NORMAL
                        ? null
                        : options.priority().name(),
                RepeatJson.of(options.repeat()),
                options.description(),
                options.headers().isEmpty() ? null : options.headers(),
                millis(options.retryFor()),
                options.notAfter() == null ? null : options.notAfter().toEpochMilli(),
                millis(options.within()),
                millis(options.uniqueFor()),
                millis(options.longestWait()),
                null,
                options.paused() ? true : null);
    }

    /**
     * {@return the options of the task}
     *
     * @param label the topic, the key and the tags of the task, which are not among these options
     */
    Options toOptions(TaskDetail.Label label) {
        return new Options(
                Priority.HIGH.name().equals(priority)
                        ? Priority.HIGH
                        : Priority.LOW.name().equals(priority) ? Priority.LOW : Priority.NORMAL,
                description,
                headers == null ? Map.of() : Collections.unmodifiableMap(headers),
                label.key(),
                label.tags(),
                duration(ttr),
                maxAttempts,
                retry == null ? null : retry.toBackoff(),
                duration(retryFor),
                notAfter == null ? null : Instant.ofEpochMilli(notAfter),
                duration(within),
                repeat == null ? null : repeat.toRepeat(),
                duration(uniqueFor),
                duration(longestWait),
                Boolean.TRUE.equals(paused));
    }

    private static @Nullable Long millis(@Nullable Duration length) {
        return length == null ? null : length.toMillis();
    }

    private static @Nullable Duration duration(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }
}
