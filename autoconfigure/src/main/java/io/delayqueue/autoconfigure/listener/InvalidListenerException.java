package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** Thrown if an annotated bean or method cannot be a callback. */
public final class InvalidListenerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    InvalidListenerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the listener and the reason
     * @param cause the cause
     */
    InvalidListenerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
