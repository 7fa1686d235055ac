package io.delayqueue.callback;

import static io.delayqueue.InvalidSettingException.require;

import io.delayqueue.RetryPolicy;
import io.delayqueue.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one topic's callbacks run. What is null is left to the engine's defaults.
 *
 * @param concurrency how many callbacks of the topic run at once in this instance; at least 1
 * @param ttr the time to run of one attempt, from one second to 36,500 days; null for no limit
 * @param maxAttempts how many attempts a task has; at least 1
 * @param retryPolicy how long to wait between attempts
 * @param noRetryFor exceptions that no further attempt can help: a callback that throws one of them, or a subclass, sends
 *     its task to the dead letters at once; the exception itself counts, not its causes, and
 *     neither a {@link io.delayqueue.RetryTaskException} nor the end of the time to run does. A topic's are added to the
 *     engine's
 */
public record TopicOptions(
        @Nullable Integer concurrency,
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable RetryPolicy retryPolicy,
        Set<Class<? extends Throwable>> noRetryFor) {

    /** Everything left to the defaults. */
    public static final TopicOptions DEFAULT = new TopicOptions(null, null, null, null);

    /**
     * Checks the options and copies the exceptions.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public TopicOptions {
        require(concurrency == null || concurrency >= 1, "concurrency", "must be at least 1", concurrency);
        require(ttr == null || ttr.compareTo(Duration.ofSeconds(1)) >= 0, "ttr", "must be at least 1 second", ttr);
        require(ttr == null || ttr.compareTo(Task.MAX_DELAY) <= 0, "ttr", "must be at most 36,500 days", ttr);
        require(maxAttempts == null || maxAttempts >= 1, "maxAttempts", "must be at least 1", maxAttempts);
        Objects.requireNonNull(noRetryFor, "noRetryFor must not be null");
        noRetryFor.forEach(type -> Objects.requireNonNull(type, "noRetryFor must not hold null"));
        noRetryFor = Set.copyOf(noRetryFor);
    }

    /**
     * Options that add no exception to those which the engine does not retry.
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
