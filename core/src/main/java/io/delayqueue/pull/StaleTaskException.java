package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TopicName;

/**
 * Thrown when a pulled task is no longer leased to its holder: its lease has ended, so that it is ready again or reserved by
 * another consumer, it was removed or replaced, or it was acknowledged before. The call changed nothing.
 */
public class StaleTaskException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The task's id. */
    private final String id;

    /**
     * Creates the exception.
     *
     * @param topic the task's topic
     * @param id the task's id
     * @param attempt the attempt that has lost the lease
     */
    public StaleTaskException(TopicName topic, String id, int attempt) {
        super("Attempt " + attempt + " of '" + id + "' in " + topic
                + " is stale: its lease has ended, the task was removed or replaced, or it was acknowledged before");
        this.id = id;
    }

    /** {@return the task's id} */
    public String id() {
        return id;
    }
}
