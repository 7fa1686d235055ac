package io.delayqueue.jdbc;

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the database refuses the guard's row to the caller's transaction, because another transaction has written the same row since
 * the snapshot of this one was made, or because both are in a deadlock. The caller's transaction cannot be committed. The next attempt of
 * the task finds the row.
 */
public class OnceGuardConflictException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the work
     * @param cause the exception of the database
     */
    public OnceGuardConflictException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
