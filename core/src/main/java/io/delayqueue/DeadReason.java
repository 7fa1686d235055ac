package io.delayqueue;

/** Reason why a task became a dead letter. */
public enum DeadReason {
    /** Its last attempt has failed, or further attempts ended without an outcome. */
    ATTEMPTS_EXHAUSTED,
    /**
     * No attempt may follow its failure: a {@link RejectTaskException}, an exception for which there is no retry, or the decision of a pull
     * consumer.
     */
    REJECTED,
    /** Its JSON, payload, callback or repetition cannot be read where it was to run. */
    UNREADABLE
}
