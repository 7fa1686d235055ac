package io.delayqueue.autoconfigure;

import io.delayqueue.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Exponential back-off between attempts, and exceptions that are not retried.
 *
 * @param initialDelay The delay after the first failure. At least 1 ms.
 * @param multiplier The factor by which each further failure multiplies the delay. At least 1.
 * @param maxDelay The longest delay between two attempts. At least the initial one.
 * @param jitter The random part as a share of the delay, from 0 (none) to 1; 0.2 gives 80 % to 120 %.
 * @param noRetryFor Exceptions after which a task goes to the dead letters at once, with their subclasses; causes do not
 *     count. A topic's listener may add others.
 */
public record RetryProperties(
        @DefaultValue("1s") Duration initialDelay,
        @DefaultValue("2") double multiplier,
        @DefaultValue("10m") Duration maxDelay,
        @DefaultValue("0.2") double jitter,
        @DefaultValue List<Class<? extends Throwable>> noRetryFor) {

    /**
     * Checks the exceptions; the queue checks the delays.
     *
     * @throws IllegalArgumentException if one is no exception
     */
    public RetryProperties {
        // The binder does not check the bound of the type.
        for (Class<?> type : noRetryFor) {
            if (!Throwable.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException(DelayQueueProperties.PREFIX
                        + ".retry.no-retry-for must be classes of exceptions, but is " + type.getName());
            }
        }
    }

    ExponentialBackoff toPolicy() {
        return new ExponentialBackoff(initialDelay, multiplier, maxDelay, jitter);
    }
}
