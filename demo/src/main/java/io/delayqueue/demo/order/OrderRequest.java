package io.delayqueue.demo.order;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a customer sends.
 *
 * @param item what to order, 1 to 60 characters
 * @param paymentSeconds how long it may stay unpaid, 3 to 3600
 */
record OrderRequest(@Nullable String item, @Nullable Integer paymentSeconds) {

    private static final int LONGEST_ITEM = 60;

    private static final int SHORTEST_TIME = 3;

    private static final int LONGEST_TIME = 3600;

    String requireItem() {
        String text = item == null ? "" : item.strip();
        if (text.isEmpty() || text.length() > LONGEST_ITEM) {
            throw new IllegalArgumentException("item must have 1 to " + LONGEST_ITEM + " characters");
        }
        return text;
    }

    Duration requirePaymentTime() {
        if (paymentSeconds == null || paymentSeconds < SHORTEST_TIME || paymentSeconds > LONGEST_TIME) {
            throw new IllegalArgumentException(
                    "paymentSeconds must be a number from " + SHORTEST_TIME + " to " + LONGEST_TIME);
        }
        return Duration.ofSeconds(paymentSeconds);
    }
}
