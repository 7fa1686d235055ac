package io.delayqueue.store;

/**
 * A task that has failed for good.
 *
 * @param delivery the delivery that failed last
 * @param error the failure as JSON in one line
 */
public record Burial(Delivery delivery, String error) {}
