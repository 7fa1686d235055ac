package io.delayqueue;

/**
 * Thrown when too many asynchronous adds of a group wait for the store. The task was not sent; nothing was written.
 *
 * <p>The task can be added again later, or with {@link DelayQueueService#addTask}, which waits for the store.
 */
public class AddQueueFullException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the group, the tasks that wait, and the bounds
     */
    public AddQueueFullException(String message) {
        super(message);
    }
}
