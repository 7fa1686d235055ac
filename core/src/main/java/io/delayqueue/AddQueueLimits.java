package io.delayqueue;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits the asynchronous adds of a group that wait for the store. Synchronous adds have no limit: their callers wait.
 *
 * @param maxTasks maximum number of waiting tasks, at least 1
 * @param maxBytes maximum size of the waiting tasks together, in bytes, at least 1; a single larger task may wait alone
 * @param maxWait maximum time for which an asynchronous add waits for room before it fails, from zero (fails at once) to 36,500
 *     days. The engine's own threads never wait: neither its callback threads nor those of stages that depend on an add
 */
public record AddQueueLimits(int maxTasks, long maxBytes, Duration maxWait) {

    /** 100,000 tasks, 64 MiB, no wait. */
    public static final AddQueueLimits DEFAULT = new AddQueueLimits(100_000, 64L << 20, Duration.ZERO);

    /**
     * Checks the limits.
     *
     * @throws InvalidSettingException if one is out of its range
     */
    public AddQueueLimits {
        requireNonNull(maxWait, "maxWait must not be null");
        require(maxTasks >= 1, "maxTasks", "must be at least 1", maxTasks);
        require(maxBytes >= 1, "maxBytes", "must be at least 1", maxBytes);
        requireLength("", "maxWait", maxWait, Duration.ZERO, "must not be negative");
    }
}
