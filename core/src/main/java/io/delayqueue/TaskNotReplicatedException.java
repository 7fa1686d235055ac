package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store has added tasks and too few replicas have confirmed them. The tasks may be delivered; a failover may lose
 * them.
 *
 * <p>Thrown only if replicas are required. A second add of the same {@link Task} object waits for the replicas again, and makes no
 * second task while the first is unfinished.
 */
public class TaskNotReplicatedException extends TaskStoreUnavailableException {

    private static final long serialVersionUID = 1L;

    /** The number of replicas that confirmed. */
    private final int confirmed;

    /** The required number of replicas. */
    private final int required;

    /**
     * Creates the exception.
     *
     * @param message the message, with the numbers of replicas, the store's address and the time-out
     * @param confirmed the number of replicas that confirmed; 0 if unknown
     * @param required the required number of replicas
     * @param cause the cause if the number is unknown, or null
     */
    public TaskNotReplicatedException(String message, int confirmed, int required, @Nullable Throwable cause) {
        super(message, cause);
        this.confirmed = confirmed;
        this.required = required;
    }

    /** {@return the number of replicas that confirmed; 0 if unknown} */
    public int confirmed() {
        return confirmed;
    }

    /** {@return the required number of replicas} */
    public int required() {
        return required;
    }
}
