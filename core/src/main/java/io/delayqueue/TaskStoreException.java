package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * The store refused a call or could not carry it out.
 *
 * <p>Unless a subclass says otherwise the call changed nothing.
 */
public class TaskStoreException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed, with the store's address
     * @param cause what the client library said
     */
    public TaskStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
