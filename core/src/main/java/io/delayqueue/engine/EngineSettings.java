package io.delayqueue.engine;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an engine.
 *
 * @param lease the time for which a reserved task belongs to this instance without a renewal, which is also the maximum delay
 *     of a task whose instance crashed; from one second to 36,500 days
 * @param shutdownTimeout the time for which a stop waits for running callbacks before it interrupts them; zero to 36,500 days
 * @param maxPayloadSize the largest payload that can be added, in bytes of JSON
 * @param topics the defaults of topics; a null ttr is no limit, other nulls are the defaults below. Limits over all instances are ignored,
 *     because they belong to one topic
 * @param maxHold how long a {@linkplain io.delayqueue.RetryTaskException#hold callback holds} a limit or a topic at most, from one second to
 *     36,500 days
 */
public record EngineSettings(
        Duration lease, Duration shutdownTimeout, int maxPayloadSize, TopicOptions topics, Duration maxHold) {

    /** Longest hold by a callback: 24 hours. */
    public static final Duration DEFAULT_MAX_HOLD = Duration.ofHours(24);

    /** Number of concurrent callbacks of a topic in one instance. */
    public static final int DEFAULT_CONCURRENCY = 8;

    /** Number of attempts of a task. */
    public static final int DEFAULT_MAX_ATTEMPTS = 5;

    /** A lease of 30 s, 20 s to shut down, payloads of 1 MiB, five attempts. */
    public static final EngineSettings DEFAULT =
            new EngineSettings(Duration.ofSeconds(30), Duration.ofSeconds(20), 1 << 20, TopicOptions.DEFAULT);

    /**
     * Checks the settings.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public EngineSettings {
        requireNonNull(lease, "lease must not be null");
        requireNonNull(shutdownTimeout, "shutdownTimeout must not be null");
        requireNonNull(topics, "topics must not be null");
        requireNonNull(maxHold, "maxHold must not be null");
        requireLength("", "maxHold", maxHold, Duration.ofSeconds(1), "must be at least 1 second");
        requireLength("", "lease", lease, Duration.ofSeconds(1), "must be at least 1 second");
        requireLength("", "shutdownTimeout", shutdownTimeout, Duration.ZERO, "must not be negative");
        require(maxPayloadSize >= 1, "maxPayloadSize", "must be at least 1", maxPayloadSize);
    }

    /**
     * Creates settings with the default of the longest hold.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public EngineSettings(Duration lease, Duration shutdownTimeout, int maxPayloadSize, TopicOptions topics) {
        this(lease, shutdownTimeout, maxPayloadSize, topics, DEFAULT_MAX_HOLD);
    }

    /** Completes the options of a topic: its own ones, else this engine's, else the defaults. */
    TopicOptions complete(@Nullable TopicOptions own) {
        TopicOptions options = own == null ? TopicOptions.DEFAULT : own;
        Set<Class<? extends Throwable>> noRetryFor = new HashSet<>(topics.noRetryFor());
        noRetryFor.addAll(options.noRetryFor());
        TopicOptions retries = options.maxAttempts() == null && options.retryFor() == null ? topics : options;
        return options.toBuilder()
                .concurrency(first(options.concurrency(), topics.concurrency(), DEFAULT_CONCURRENCY))
                .ttr(options.ttr() != null ? options.ttr() : topics.ttr())
                .maxAttempts(maxAttempts(retries))
                .retryPolicy(first(options.retryPolicy(), topics.retryPolicy(), ExponentialBackoff.DEFAULT))
                .noRetryFor(noRetryFor)
                .retryFor(retries.retryFor())
                .within(options.within() != null ? options.within() : topics.within())
                .whenExpired(first(options.whenExpired(), topics.whenExpired(), WhenExpired.BURY))
                .build();
    }

    /** A limit of the age alone leaves the number of attempts without a limit. */
    private static int maxAttempts(TopicOptions retries) {
        int unset = retries.retryFor() == null ? DEFAULT_MAX_ATTEMPTS : Integer.MAX_VALUE;
        return requireNonNullElse(retries.maxAttempts(), unset);
    }

    private static <T> T first(@Nullable T own, @Nullable T engines, T fallback) {
        return requireNonNullElse(own, requireNonNullElse(engines, fallback));
    }
}
