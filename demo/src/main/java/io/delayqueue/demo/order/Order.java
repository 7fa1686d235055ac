package io.delayqueue.demo.order;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * An order as it stands.
 *
 * @param number its number
 * @param item what was ordered
 * @param state where it stands
 * @param times when all this happens
 * @param remindedAt when the customer was reminded, if so
 * @param closedAt when it was paid or cancelled, if so
 */
public record Order(
        long number,
        String item,
        State state,
        Times times,
        @Nullable Instant remindedAt,
        @Nullable Instant closedAt) {

    /** Where an order stands. */
    public enum State {
        /** Waits for its payment. */
        OPEN,
        /** Was paid in time. */
        PAID,
        /** Was not paid in time. */
        CANCELLED
    }

    /**
     * The times that are set when an order is placed.
     *
     * @param placedAt when that was
     * @param remindAt when the customer is reminded if it is not paid by then
     * @param payBy when it is cancelled if it is not paid by then
     */
    public record Times(Instant placedAt, Instant remindAt, Instant payBy) {

        /** A reminder when two thirds of the time are over; all in whole milliseconds, as in the queue. */
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
