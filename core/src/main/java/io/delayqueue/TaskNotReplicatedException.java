package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * The store has taken tasks, but too few replicas confirmed that they have them too. The tasks may be delivered; a failover
 * may lose them.
 *
 * <p>Thrown only if replicas are asked for. Adding the same {@link Task} object again asks the replicas again and makes no
 * second task while the first is unfinished.
 */
public class TaskNotReplicatedException extends TaskStoreUnavailableException {

    private static final long serialVersionUID = 1L;

    /** How many replicas confirmed. */
    private final int confirmed;

    /** How many were to confirm. */
    private final int required;

    /**
     * Creates the exception.
     *
     * @param message that the tasks may be delivered, how many replicas confirmed, where and within what time
     * @param confirmed how many replicas confirmed; 0 if the store could not say
     * @param required how many were to confirm
     * @param cause why the store could not say, if that is what failed
     */
    public TaskNotReplicatedException(String message, int confirmed, int required, @Nullable Throwable cause) {
        super(message, cause);
        this.confirmed = confirmed;
        this.required = required;
    }

    /** {@return how many replicas confirmed; 0 if the store could not say} */
    public int confirmed() {
        return confirmed;
    }

    /** {@return how many replicas were to confirm} */
    public int required() {
        return required;
    }
}
