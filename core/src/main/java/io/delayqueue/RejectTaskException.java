package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Thrown by a callback that rejects its task: the task becomes a dead letter at once, without further attempts. */
public class RejectTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the reason; kept as the task's last error
     */
    public RejectTaskException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message the reason; kept as the task's last error
     * @param cause the cause, or null
     */
    public RejectTaskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
