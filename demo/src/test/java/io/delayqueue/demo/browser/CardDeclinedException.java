package io.delayqueue.demo.browser;

/** What becomes of each card that the warehouse charges. */
final class CardDeclinedException extends Exception {

    private static final long serialVersionUID = 1L;

    CardDeclinedException(String task) {
        super("The bank declined the card of " + task + ": insufficient funds");
    }
}
