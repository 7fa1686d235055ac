package io.delayqueue;

/** Reason why a task became a dead letter. */
public enum DeadReason {
    /** Its last attempt by number or by age has failed, or further attempts ended without an outcome. */
    ATTEMPTS_EXHAUSTED,
    /**
     * No attempt may follow its failure: a {@link RejectTaskException}, an exception for which there is no retry, or the decision of a pull
     * consumer.
     */
    REJECTED,
    /** No attempt had begun by its last time to begin, or none may follow by then. */
    EXPIRED,
    /** Its JSON, payload, callback or repetition cannot be read where it was to run. */
    UNREADABLE
}
