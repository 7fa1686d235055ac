package io.delayqueue.redis;

import java.time.Duration;

/**
 * What an add waits for before it is confirmed.
 *
 * @param minReplicas how many replicas must have what was added; 0 for none, which asks nothing of the server
 * @param timeout how long they may take, counted from when the master has the tasks; used in whole milliseconds
 */
public record Durability(int minReplicas, Duration timeout) {

    /** The master's word is enough. */
    public static final Durability MASTER_ONLY = new Durability(0, Duration.ofSeconds(1));

    /**
     * Checks the values.
     *
     * @param minReplicas as the record says
     * @param timeout as the record says
     * @throws IllegalArgumentException if one is out of its range
     */
    public Durability {
        require(minReplicas >= 0, "minReplicas must not be negative", minReplicas);
        require(timeout.toMillis() >= 1, "timeout must be at least 1 ms", timeout);
    }

    private static void require(boolean holds, String rule, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ", but is " + value);
        }
    }
}
