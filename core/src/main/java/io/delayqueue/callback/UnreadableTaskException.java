package io.delayqueue.callback;

import io.delayqueue.log.JsonFailure;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Thrown for a task that cannot run in any attempt of this instance: its JSON, its callback or its payload does not fit. */
public final class UnreadableTaskException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableTaskException(String message) {
        super(message);
    }

    public UnreadableTaskException(String message, @Nullable Throwable cause) {
        super(message + reason(cause), cause);
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause == null) {
            return "";
        }
        return cause instanceof JacksonException json ? JsonFailure.describe(json) : ": " + cause.getMessage();
    }
}
