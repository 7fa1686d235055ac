package io.delayqueue.store;

import io.delayqueue.RescheduleResult;
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
        /** The topic has a task with the id, which stays. */
        EXISTED,
        /** The store has no task with the id, but a window in which none is added under it. */
        RECENT,
        /** There is no task with the id to remove or to reschedule. */
        NOT_FOUND,
        /** An instance has reserved the task, which is not rescheduled. */
        RUNNING,
        /** The task is a dead letter, which is not rescheduled. */
        DEAD,
        /** A task of another topic has the id. The change is not made, and is made by a later call if the id is free then. */
        OTHER_TOPIC;

        /**
         * Returns the result of an add.
         *
         * @param kind the result of the same add without a name
         * @return the result
         */
        public static Result of(AddStatus.Kind kind) {
            return switch (kind) {
                case ADDED, REPLACED -> MADE;
                case REPEATED, EXISTED -> EXISTED;
                case OTHER_TOPIC -> OTHER_TOPIC;
                case RECENT -> RECENT;
            };
        }

        /**
         * Returns the result of a reschedule.
         *
         * @param outcome the result of the same reschedule without a name
         * @return the result
         */
        public static Result of(RescheduleResult.Outcome outcome) {
            return switch (outcome) {
                case RESCHEDULED -> MADE;
                case NOT_FOUND -> NOT_FOUND;
                case RUNNING -> RUNNING;
                case DEAD -> DEAD;
                case AFTER_COMMIT -> throw new IllegalArgumentException("A store makes changes at once");
            };
        }
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
