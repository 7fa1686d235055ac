package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store answers and refuses every call, or every one that writes or needs memory: it is a replica, cannot save its
 * data, lacks replicas, is full, or does not accept the user. The message has its words.
 */
public class TaskStoreRefusalException extends TaskStoreUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the address and the words of the store
     * @param cause the refusal
     */
    public TaskStoreRefusalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
