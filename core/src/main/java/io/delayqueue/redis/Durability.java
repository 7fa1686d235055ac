package io.delayqueue.redis;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.InvalidSettingException.requireLength;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Replicas that must confirm an add.
 *
 * @param minReplicas number of replicas that must have the added tasks; 0 for none, without a further command
 * @param timeout maximum time from the confirmation by the master; from 1 ms to 36,500 days, in whole milliseconds
 */
public record Durability(int minReplicas, Duration timeout) {

    /** The master alone confirms. */
    public static final Durability MASTER_ONLY = new Durability(0, Duration.ofSeconds(1));

    /**
     * Checks the values.
     *
     * @throws io.delayqueue.InvalidSettingException if one is out of its range
     */
    public Durability {
        require(minReplicas >= 0, "minReplicas", "must not be negative", minReplicas);
        requireNonNull(timeout, "timeout must not be null");
        requireLength("", "timeout", timeout, Duration.ofMillis(1), "must be at least 1 ms");
    }
}
