package io.delayqueue.callback;

import org.jspecify.annotations.Nullable;

/** A task in the store that no attempt could ever run here: its JSON, its callback or its payload does not fit. */
public final class UnreadableTaskException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableTaskException(String message) {
        super(message);
    }

    public UnreadableTaskException(String message, @Nullable Throwable cause) {
        super(cause == null ? message : message + ": " + cause.getMessage(), cause);
    }
}
