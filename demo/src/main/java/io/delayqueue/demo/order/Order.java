package io.delayqueue.demo.order;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Order with its current state.
 *
 * @param number its number
 * @param item the ordered item
 * @param state its state
 * @param times its times
 * @param remindedAt the time of the reminder, if any
 * @param closedAt the time of its payment, cancellation or withdrawal, if any
 */
public record Order(
        long number,
        String item,
        State state,
        Times times,
        @Nullable Instant remindedAt,
        @Nullable Instant closedAt) {

    /** State of an order. */
    public enum State {
        /** Waits for its payment. */
        OPEN,
        /** Was paid in time. */
        PAID,
        /** Was not paid in time. */
        CANCELLED,
        /** Was withdrawn by the customer before. */
        WITHDRAWN
    }

    /**
     * Times that are set when an order is placed.
     *
     * @param placedAt the time of the order
     * @param remindAt the time of the reminder if it is not paid before
     * @param payBy the time of the cancellation if it is not paid before
     */
    public record Times(Instant placedAt, Instant remindAt, Instant payBy) {

        /** Creates the times with a reminder after two thirds; in whole milliseconds, as in the queue. */
        static Times of(Instant placedAt, Instant payBy) {
            Instant start = placedAt.truncatedTo(ChronoUnit.MILLIS);
            Instant end = payBy.truncatedTo(ChronoUnit.MILLIS);
            long third = Math.max(0, Duration.between(start, end).toMillis()) / 3;
            return new Times(start, end.minusMillis(third), end);
        }
    }

    static Order placed(long number, String item, Times times) {
        return new Order(number, item, State.OPEN, times, null, null);
    }

    Order reminded(Instant now) {
        return new Order(number, item, state, times, now, closedAt);
    }

    Order closed(State end, Instant now) {
        return new Order(number, item, end, times, remindedAt, now);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }
}
