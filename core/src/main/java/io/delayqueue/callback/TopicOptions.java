package io.delayqueue.callback;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;

import io.delayqueue.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a topic's callback. The engine's default applies for null.
 *
 * @param concurrency maximum number of concurrent callbacks of the topic in this instance; at least 1
 * @param ttr the time to run of one attempt, from one second to 36,500 days; null for the default
 * @param maxAttempts maximum number of attempts of a task; at least 1
 * @param retryPolicy the delays between attempts
 * @param noRetryFor exceptions that are not retried: if a callback throws one of them, or a subclass, its task becomes a dead
 *     letter at once. The causes of an exception, a {@link io.delayqueue.RetryTaskException} and the end of the time to run do not
 *     count. A topic's exceptions are added to the engine's
 */
public record TopicOptions(
        @Nullable Integer concurrency,
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable RetryPolicy retryPolicy,
        Set<Class<? extends Throwable>> noRetryFor) {

    /** Defaults of the engine for all options. */
    public static final TopicOptions DEFAULT = new TopicOptions(null, null, null, null);

    /**
     * Checks the options and copies the exceptions.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public TopicOptions {
        require(concurrency == null || concurrency >= 1, "concurrency", "must be at least 1", concurrency);
        requireLength("", "ttr", ttr, Duration.ofSeconds(1), "must be at least 1 second");
        require(maxAttempts == null || maxAttempts >= 1, "maxAttempts", "must be at least 1", maxAttempts);
        Objects.requireNonNull(noRetryFor, "noRetryFor must not be null");
        noRetryFor.forEach(type -> Objects.requireNonNull(type, "noRetryFor must not hold null"));
        noRetryFor = Set.copyOf(noRetryFor);
    }

    /**
     * Creates options without further exceptions that are not retried.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public TopicOptions(
            @Nullable Integer concurrency,
            @Nullable Duration ttr,
            @Nullable Integer maxAttempts,
            @Nullable RetryPolicy retryPolicy) {
        this(concurrency, ttr, maxAttempts, retryPolicy, Set.of());
    }
}
