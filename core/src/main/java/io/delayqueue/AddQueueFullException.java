package io.delayqueue;

/**
 * Too many asynchronous adds of a group wait for the store. Nothing was written: the task was not sent.
 *
 * <p>The task can be added again later, or with {@link DelayQueueService#addTask}, which waits for the store.
 */
public class AddQueueFullException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which group it is, how much waits and what the bounds are
     */
    public AddQueueFullException(String message) {
        super(message);
    }
}
