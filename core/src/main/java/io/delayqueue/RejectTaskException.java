package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Thrown by a callback to say that no further attempt can help: the task goes to the dead letters at once. */
public class RejectTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why; kept as the task's last error
     */
    public RejectTaskException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message why; kept as the task's last error
     * @param cause what went wrong
     */
    public RejectTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
