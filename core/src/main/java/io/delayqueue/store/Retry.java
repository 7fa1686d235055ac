package io.delayqueue.store;

/**
 * A failed attempt whose task is to be tried again.
 *
 * @param delivery the delivery that failed
 * @param delayMillis how long to wait, in milliseconds
 * @param error the failure as JSON
 */
public record Retry(Delivery delivery, long delayMillis, String error) {}
