package io.delayqueue.demo.order;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Request for an order.
 *
 * @param item the item to order, 1 to 60 characters
 * @param paymentSeconds how long it may stay unpaid, 3 to 3600
 */
record OrderRequest(@Nullable String item, @Nullable Integer paymentSeconds) {

    private static final int MAX_ITEM = 60;

    private static final int MIN_TIME = 3;

    private static final int MAX_TIME = 3600;

    String requireItem() {
        String text = item == null ? "" : item.strip();
        if (text.isEmpty() || text.length() > MAX_ITEM) {
            throw new IllegalArgumentException("item must have 1 to " + MAX_ITEM + " characters");
        }
        return text;
    }

    Duration requirePaymentTime() {
        if (paymentSeconds == null || paymentSeconds < MIN_TIME || paymentSeconds > MAX_TIME) {
            throw new IllegalArgumentException("paymentSeconds must be a number from " + MIN_TIME + " to " + MAX_TIME);
        }
        return Duration.ofSeconds(paymentSeconds);
    }
}
