package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;

/** A topic cannot be pulled from this engine: it has a callback here, or its group is disabled here. Nothing was leased. */
public class NotPullableException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why not and, where there is one, the way out
     */
    public NotPullableException(String message) {
        super(message);
    }
}
