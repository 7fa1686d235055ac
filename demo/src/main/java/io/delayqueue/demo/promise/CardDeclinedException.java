package io.delayqueue.demo.promise;

/** Thrown if a card is declined. */
class CardDeclinedException extends Exception {

    private static final long serialVersionUID = 1L;

    CardDeclinedException() {
        super("The card is declined");
    }
}
