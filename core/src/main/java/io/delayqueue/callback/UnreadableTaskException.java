package io.delayqueue.callback;

import org.jspecify.annotations.Nullable;

/** Thrown for a task that cannot run in any attempt of this instance: its JSON, its callback or its payload does not fit. */
public final class UnreadableTaskException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableTaskException(String message) {
        super(message);
    }

    public UnreadableTaskException(String message, @Nullable Throwable cause) {
        super(cause == null ? message : message + ": " + cause.getMessage(), cause);
    }
}
