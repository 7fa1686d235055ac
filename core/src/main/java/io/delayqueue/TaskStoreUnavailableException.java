package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store does not answer within its time-out. The message has its address.
 *
 * <p>It is not known whether the call took effect: the reply may have been lost. A second add of the same {@link Task} object makes
 * no second task while the first is unfinished, because both have the same id.
 */
public class TaskStoreUnavailableException extends TaskStoreException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation, the address and the duration
     * @param cause the last failure
     */
    public TaskStoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
