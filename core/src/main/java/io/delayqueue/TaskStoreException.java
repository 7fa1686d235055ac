package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store refuses a call or cannot execute it.
 *
 * <p>The call changed nothing, unless a subclass is documented otherwise.
 */
public class TaskStoreException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the failure, with the store's address
     * @param cause the exception of the client library
     */
    public TaskStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
