package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/**
 * A failed attempt whose task is to be tried again.
 *
 * @param delivery the delivery that failed
 * @param delayMillis how long to wait, in milliseconds
 * @param error the failure as JSON in one line; null to keep what is known of those before
 */
public record Retry(
        Delivery delivery, long delayMillis, @Nullable String error) {}
