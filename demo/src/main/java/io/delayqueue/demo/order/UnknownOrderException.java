package io.delayqueue.demo.order;

/** This run has no such order. */
final class UnknownOrderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownOrderException(long number) {
        super("There is no order " + number);
    }
}
