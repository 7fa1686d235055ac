package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** What every failure of the queue is a kind of. */
public class DelayQueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed and, where there is one, the way out
     */
    public DelayQueueException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what failed and, where there is one, the way out
     * @param cause why, if another exception says so
     */
    public DelayQueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
