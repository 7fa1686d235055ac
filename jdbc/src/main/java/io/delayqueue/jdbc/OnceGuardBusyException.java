package io.delayqueue.jdbc;

import io.delayqueue.RetryTaskException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if another transaction that does the same work has not ended while the guard waited. The attempt does not count: the task is
 * called again after a second, and then finds the work done or does it.
 */
public class OnceGuardBusyException extends RetryTaskException {

    private static final long serialVersionUID = 1L;

    private static final Duration DELAY = Duration.ofSeconds(1);

    /**
     * Creates the exception.
     *
     * @param message the work
     * @param cause the exception of the database
     */
    public OnceGuardBusyException(String message, @Nullable Throwable cause) {
        super(DELAY, message, cause, false);
    }
}
