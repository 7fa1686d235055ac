package io.delayqueue.callback;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;

import io.delayqueue.RetryPolicy;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a topic's callback. The engine's default applies for null; the engine has no default of limits.
 *
 * @param concurrency maximum number of concurrent callbacks of the topic in this instance; at least 1
 * @param ttr the time to run of one attempt, from one second to 36,500 days; null for the default
 * @param maxAttempts maximum number of attempts of a task; at least 1
 * @param retryPolicy the delays between attempts
 * @param noRetryFor exceptions that are not retried: if a callback throws one of them, or a subclass, its task becomes a dead
 *     letter at once. The causes of an exception, a {@link io.delayqueue.RetryTaskException} and the end of the time to run do not
 *     count. A topic's exceptions are added to the engine's
 * @param retryFor maximum age of retries, from the begin of a task's first attempt, from one second to 36,500 days. A topic that has this or
 *     maxAttempts has neither of the engine's
 * @param within time after the due time of a task within which each attempt may begin, from one millisecond to 36,500 days; null for the
 *     default, which is any time
 * @param whenExpired fate of tasks that are too late to begin
 * @param limits limits over all instances
 * @param keyOrder order of the tasks with a key over all instances; null for {@link KeyOrder#DEFAULT}, or what other instances declare
 * @param batch sizes of the batches of a callback that gets many tasks at once; null for a callback that gets one task
 */
public record TopicOptions(
        @Nullable Integer concurrency,
        @Nullable Duration ttr,
        @Nullable Integer maxAttempts,
        @Nullable RetryPolicy retryPolicy,
        Set<Class<? extends Throwable>> noRetryFor,
        @Nullable Duration retryFor,
        @Nullable Duration within,
        @Nullable WhenExpired whenExpired,
        TopicLimits limits,
        @Nullable KeyOrder keyOrder,
        @Nullable BatchOptions batch) {

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
        requireLength("", "retryFor", retryFor, Duration.ofSeconds(1), "must be at least 1 second");
        requireLength("", "within", within, Duration.ofMillis(1), "must be at least 1 ms");
        Objects.requireNonNull(limits, "limits must not be null");
        if (batch != null) {
            require(keyOrder == null, "batchSize", "must not be set beside keyConcurrency or onRetry", batch.size());
        }
    }

    /**
     * Creates options without ages, limits, order and batches.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public TopicOptions(
            @Nullable Integer concurrency,
            @Nullable Duration ttr,
            @Nullable Integer maxAttempts,
            @Nullable RetryPolicy retryPolicy,
            Set<Class<? extends Throwable>> noRetryFor) {
        this(concurrency, ttr, maxAttempts, retryPolicy, noRetryFor, null, null, null, TopicLimits.NONE, null, null);
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

    /**
     * Copies the options with a maximum age of retries.
     *
     * @param age from one second to 36,500 days; null for the default
     * @return the copy
     * @throws io.delayqueue.InvalidSettingException if it is out of its range
     */
    public TopicOptions retryFor(@Nullable Duration age) {
        return with(age, within, whenExpired, limits, keyOrder, batch);
    }

    /**
     * Copies the options with a time within which each attempt may begin.
     *
     * @param length time after the due time of a task, from one millisecond to 36,500 days; null for the default
     * @param fate fate of tasks that are too late to begin; null for the default
     * @return the copy
     * @throws io.delayqueue.InvalidSettingException if the time is out of its range
     */
    public TopicOptions within(@Nullable Duration length, @Nullable WhenExpired fate) {
        return with(retryFor, length, fate, limits, keyOrder, batch);
    }

    /**
     * Copies the options with limits over all instances.
     *
     * @param others the limits
     * @return the copy
     */
    public TopicOptions limits(TopicLimits others) {
        return with(retryFor, within, whenExpired, others, keyOrder, batch);
    }

    /**
     * Copies the options with an order of tasks that have a key.
     *
     * @param order the order; null for {@link KeyOrder#DEFAULT}, or what other instances declare
     * @return the copy
     * @throws io.delayqueue.InvalidSettingException if there are batches
     */
    public TopicOptions keyOrder(@Nullable KeyOrder order) {
        return with(retryFor, within, whenExpired, limits, order, batch);
    }

    /**
     * Copies the options with batches.
     *
     * @param sizes the sizes; null for a callback that gets one task
     * @return the copy
     * @throws io.delayqueue.InvalidSettingException if there is an order of keys
     */
    public TopicOptions batch(@Nullable BatchOptions sizes) {
        return with(retryFor, within, whenExpired, limits, keyOrder, sizes);
    }

    private TopicOptions with(
            @Nullable Duration age,
            @Nullable Duration length,
            @Nullable WhenExpired fate,
            TopicLimits others,
            @Nullable KeyOrder order,
            @Nullable BatchOptions sizes) {
        return new TopicOptions(
                concurrency, ttr, maxAttempts, retryPolicy, noRetryFor, age, length, fate, others, order, sizes);
    }
}
