package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;

/**
 * Thrown when a topic cannot be pulled from this engine: the topic is not registered, it has a callback here, or its group is disabled here.
 * Nothing was leased.
 */
public class NotPullableException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the reason and, if there is one, the remedy
     */
    public NotPullableException(String message) {
        super(message);
    }
}
