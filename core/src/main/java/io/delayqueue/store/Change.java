package io.delayqueue.store;

import java.util.List;

/** Change of a task that a store makes once: the store recognises its name, however often it is sent. */
public sealed interface Change {

    /** {@return the name, which no other change of the group has; at most 40 characters of ASCII} */
    String name();

    /** {@return the id of the task that is changed} */
    String id();

    /** Results of changes. Each but {@link #OTHER_TOPIC} means that a further call with the name changes nothing. */
    enum Result {
        /** The change was made: the task was added, replaced, removed or has its new due time. */
        MADE,
        /** The change was made by an earlier call, or by a sending of this one whose reply was lost. */
        REPEATED,
        /** There was nothing to change, or the same change without a name would have left the task as it is too. */
        NOT_MADE,
        /** A task of another topic has the id. The change is not made, and is made by a later call if the id is free then. */
        OTHER_TOPIC
    }

    /**
     * Result of {@link TaskStore#apply}.
     *
     * @param results the result of each change, in order; of a late call those of the first changes, or none
     * @param late whether the store's time was past the last time at which the call makes changes, so that changes were left out
     * @param storeTime the store's time of the last step, in milliseconds since the epoch
     */
    record Applied(List<Result> results, boolean late, long storeTime) {}

    /**
     * Adds a task, as {@link TaskStore#add} does.
     *
     * @param name the name of the change
     * @param task the task
     */
    record Add(String name, NewTask task) implements Change {

        @Override
        public String id() {
            return task.id();
        }
    }

    /**
     * Removes a task, as {@link TaskStore#remove} does.
     *
     * @param name the name of the change
     * @param id the id of the task
     */
    record Remove(String name, String id) implements Change {}

    /**
     * Sets another due time of a task, as {@link TaskStore#reschedule} does.
     *
     * @param name the name of the change
     * @param id the id of the task
     * @param time when the task is due: milliseconds from the store's now if {@code relative}, else since the epoch
     * @param relative whether the time counts from the store's now
     */
    record Reschedule(String name, String id, long time, boolean relative) implements Change {}
}
