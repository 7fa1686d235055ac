package io.delayqueue.store;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.TaskDetail.Label;

/**
 * A task to add.
 *
 * @param topic the topic's name
 * @param id the task's id
 * @param time when it is due: milliseconds from the store's now if {@code relative}, else since the epoch
 * @param relative whether the time counts from the store's now
 * @param detail the task as JSON in UTF-8, from the topic on: {@code "topic",payload,{options}]}, all that follows the due time in the
 *     store's array, with its closing bracket, and without white space in front
 * @param mode how it is added
 */
public record NewTask(String topic, String id, long time, boolean relative, byte[] detail, AddMode mode) {

    /** {@return whether it has a key} */
    public boolean hasKey() {
        String label = Label.behindTopic(detail);
        return label != null && !label.isEmpty() && !label.startsWith(Label.TAB);
    }

    /** {@return whether it has tags} */
    public boolean hasTags() {
        String label = Label.behindTopic(detail);
        return label != null && label.contains(Label.TAB);
    }

    /**
     * How a task is added.
     *
     * @param priority its priority among those that are due together
     * @param ifExists what to do if its topic has a task with its id; for the store {@link IfExists#FAIL} is the same as {@link
     *     IfExists#KEEP}, and the caller throws the exception
     * @param repeats whether its JSON has a repetition, so that the store lists it among the tasks that repeat
     * @param uniqueFor the milliseconds from the add in which no other task is added under the id; 0 if another one is as soon as the task
     *     has ended. Its JSON has it too, so that a removal ends the window
     * @param dueUntil the last time at which it may be due, in milliseconds since the epoch, where its time is the first; 0 if it has one
     *     time
     * @param longestWait the milliseconds from the first of the tasks that replace one another until the last one is due; 0 if they may
     *     put it off for ever. The JSON ends with it as an option
     */
    public record AddMode(
            Priority priority, IfExists ifExists, boolean repeats, long uniqueFor, long dueUntil, long longestWait) {}
}
