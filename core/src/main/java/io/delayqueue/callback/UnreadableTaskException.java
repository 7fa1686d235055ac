package io.delayqueue.callback;

import io.delayqueue.TopicName;
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

    /**
     * The topic's tasks have nobody to run them.
     *
     * @param topic the topic
     * @return the exception, to throw
     */
    public static UnreadableTaskException noCallback(TopicName topic) {
        return new UnreadableTaskException(
                "There is no callback for the topic " + topic + " here, and the task brings none");
    }
}
