package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** A bean or a method is annotated as a callback, and cannot be one as it is written. */
public final class InvalidListenerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    InvalidListenerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message which listener, and what is wrong
     * @param cause what it came from
     */
    InvalidListenerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
