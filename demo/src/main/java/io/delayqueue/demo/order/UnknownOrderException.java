package io.delayqueue.demo.order;

/** Thrown for an order that this run does not have. */
final class UnknownOrderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownOrderException(long number) {
        super("There is no order " + number);
    }
}
