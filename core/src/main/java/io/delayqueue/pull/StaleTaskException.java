package io.delayqueue.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TopicName;

/**
 * A task that was pulled is not its holder's any more: its lease has ended and it is ready again or somebody else has it, it
 * was removed or replaced, or it was settled before. The call changed nothing.
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
     * @param attempt the attempt that counts no more
     */
    public StaleTaskException(TopicName topic, String id, int attempt) {
        super("Attempt " + attempt + " of '" + id + "' in " + topic
                + " counts no more: its lease has ended, the task was removed or replaced, or it was settled before");
        this.id = id;
    }

    /** {@return the task's id} */
    public String id() {
        return id;
    }
}
