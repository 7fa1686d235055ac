package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Base class of the queue's exceptions. */
public class DelayQueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the failure and, if there is one, the remedy
     */
    public DelayQueueException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message the failure and, if there is one, the remedy
     * @param cause the cause, or null
     */
    public DelayQueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
