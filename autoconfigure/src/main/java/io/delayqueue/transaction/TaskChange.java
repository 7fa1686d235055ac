package io.delayqueue.transaction;

import io.delayqueue.Task;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Change of one task that waits for the commit of a transaction. The arguments are checked. */
public sealed interface TaskChange {

    /** {@return the group of the task} */
    String group();

    /** {@return the id of the task, unique in its group} */
    String id();

    /**
     * Add of a task.
     *
     * @param task the task, with a payload that is written already
     */
    record Add(Task task) implements TaskChange {

        @Override
        public String group() {
            return task.topic().group();
        }

        @Override
        public String id() {
            return task.id();
        }

        @Override
        public String toString() {
            return task.topic() + " " + id();
        }
    }

    /**
     * Removal of a task.
     *
     * @param group the group of the task
     * @param id the id of the task
     */
    record Remove(String group, String id) implements TaskChange {

        @Override
        public String toString() {
            return "removal of " + group + " " + id;
        }
    }

    /**
     * Reschedule of a task; a request to run the task now has the delay zero.
     *
     * @param group the group of the task
     * @param id the id of the task
     * @param delay the delay from the change of the store; null if there is an instant
     * @param at the due time; null if there is a delay
     */
    record Reschedule(
            String group,
            String id,
            @Nullable Duration delay,
            @Nullable Instant at) implements TaskChange {

        @Override
        public String toString() {
            return "reschedule of " + group + " " + id;
        }
    }
}
