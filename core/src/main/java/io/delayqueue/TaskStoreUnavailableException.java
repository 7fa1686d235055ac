package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer within its time-out. The message says at which address.
 *
 * <p>Whether the call took effect is not known: the reply may be what was lost. Adding the same {@link Task} object again
 * makes no second task while the first is unfinished, since both have the same id.
 */
public class TaskStoreUnavailableException extends TaskStoreException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was tried, where and for how long
     * @param cause the last failure
     */
    public TaskStoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
