package io.delayqueue.store;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;

/**
 * A task to add.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param time when it is due: milliseconds from the store's now if {@code relative}, else since the epoch
 * @param relative whether the time counts from the store's now
 * @param detail the task as a JSON object in UTF-8 whose first field is {@code "topic"}, without white space before it
 * @param mode how it is added
 */
public record NewTask(String topic, String id, long time, boolean relative, byte[] detail, AddMode mode) {

    /**
     * How a task is added.
     *
     * @param priority its priority among those that are due together
     * @param ifExists what to do if its topic has a task with its id; a task that is to {@linkplain IfExists#FAIL fail} is
     *     kept out like one that keeps what is there, and it is the caller who fails
     */
    public record AddMode(Priority priority, IfExists ifExists) {

        /** Normal priority, keeps what is there. */
        public static final AddMode DEFAULT = new AddMode(Priority.NORMAL, IfExists.KEEP);
    }

    /**
     * A task of normal priority that keeps what is there.
     */
    public NewTask(String topic, String id, long time, boolean relative, byte[] detail) {
        this(topic, id, time, relative, detail, AddMode.DEFAULT);
    }
}
