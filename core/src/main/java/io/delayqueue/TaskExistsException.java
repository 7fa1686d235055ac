package io.delayqueue;

/** Thrown by an add with {@link IfExists#FAIL} whose id is taken. The existing task was not changed. */
public class TaskExistsException extends DelayQueueException {

    private static final long serialVersionUID = 1L;

    /** The id that is taken. */
    private final String id;

    /**
     * Creates the exception.
     *
     * @param topic the topic
     * @param id the id that is taken
     */
    public TaskExistsException(TopicName topic, String id) {
        super("The topic " + topic + " has an unfinished task with the id '" + id + "' already");
        this.id = id;
    }

    /** {@return the id that is taken} */
    public String id() {
        return id;
    }
}
