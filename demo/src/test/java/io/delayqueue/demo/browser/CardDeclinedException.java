package io.delayqueue.demo.browser;

/** Failure of each charged card. */
final class CardDeclinedException extends Exception {

    private static final long serialVersionUID = 1L;

    CardDeclinedException(String task) {
        super("The bank declined the card of " + task + ": insufficient funds");
    }
}
