package io.delayqueue.demo.order;

/** Thrown if a payment is too late. */
final class OrderCancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OrderCancelledException(long number) {
        super("Order " + number + " was cancelled before it was paid");
    }
}
