package io.delayqueue;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import io.delayqueue.log.LogText;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits longer after each failure: {@code initial * multiplier^(failures - 1)}, at most {@code max}. A random part spreads tasks
 * that failed together. {@link #fixed} creates a policy with a constant delay.
 *
 * @param initial the delay after the first failure; at least 1 ms
 * @param multiplier factor by which each further failure multiplies the delay; at least 1
 * @param max maximum delay; at least {@code initial}, at most 36,500 days
 * @param jitter the random part as a share of the delay, from 0 (none) to 1: 0.2 gives 80 % to 120 %
 */
public record ExponentialBackoff(Duration initial, double multiplier, Duration max, double jitter)
        implements RetryPolicy {

    private static final Duration MIN_DELAY = Duration.ofMillis(1);

    private static final String SUBJECT = "retry";

    /** 1 s, doubled each time, at most 10 minutes, plus or minus 20 %. */
    public static final ExponentialBackoff DEFAULT =
            new ExponentialBackoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(10), 0.2);

    /**
     * Checks the parameters.
     *
     * @throws InvalidSettingException if one is out of its range
     */
    public ExponentialBackoff {
        requireNonNull(initial, "initial must not be null");
        requireNonNull(max, "max must not be null");
        require(initial.compareTo(MIN_DELAY) >= 0, SUBJECT, "initial", "must be at least 1 ms", initial);
        require(multiplier >= 1, SUBJECT, "multiplier", "must be at least 1", multiplier);
        require(Double.isFinite(multiplier), SUBJECT, "multiplier", "must be finite", multiplier);
        String rule = "must be at least the initial delay (" + LogText.words(initial) + ")";
        requireLength(SUBJECT, "max", max, initial, rule);
        require(jitter >= 0 && jitter <= 1, SUBJECT, "jitter", "must be from 0 to 1", jitter);
    }

    /**
     * Creates a policy with the same delay after each failure, without a random part.
     *
     * @param delay the delay; at least 1 ms, at most 36,500 days
     * @return the policy
     * @throws IllegalArgumentException if the delay is out of range
     */
    public static ExponentialBackoff fixed(Duration delay) {
        requireNonNull(delay, "delay must not be null");
        requireLength(SUBJECT, "delay", delay, MIN_DELAY, "must be at least 1 ms");
        return new ExponentialBackoff(delay, 1, delay, 0);
    }

    @Override
    public Duration delayAfter(int failedAttempts) {
        double millis =
                Math.min(initial.toMillis() * Math.pow(multiplier, Math.max(0, failedAttempts - 1)), max.toMillis());
        double factor = 1 + jitter * ThreadLocalRandom.current().nextDouble(-1, 1);
        return Duration.ofMillis(Math.min(Math.round(millis * factor), max.toMillis()));
    }
}
