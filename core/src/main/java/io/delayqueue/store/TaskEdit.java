package io.delayqueue.store;

import io.delayqueue.TaskInfo;
import org.jspecify.annotations.Nullable;

/** Decides how a stored task changes. It may be called several times, because a task can change between its reading and its writing. */
@FunctionalInterface
public interface TaskEdit {

    /** Time of a task that waits until it is resumed: the first millisecond after the year 9999, behind that of every other task. */
    long PAUSED_UNTIL = 253_402_300_800_000L;

    /**
     * Task as it is to be.
     *
     * @param json its JSON, of the same topic
     * @param time when it is due next, in milliseconds since the epoch; null to leave it in its place. A reserved task
     *     keeps its lease; if its attempt does not begin, it is ready with that time, which must not be to come, or waits if the time is
     *     {@link #PAUSED_UNTIL}. Has no effect for a dead letter
     */
    record Edited(byte[] json, @Nullable Long time) {}

    /**
     * {@return whether an attempt of a task has begun, or may have, apart from the one that a reserved task is in; false for a dead letter}
     *
     * @param task the task
     */
    static boolean hasBegun(TaskInfo task) {
        return switch (task.state()) {
            case DELAYED, READY -> task.attempts() > 0;
            case RESERVED -> task.attempts() > 1;
            case DEAD -> false;
        };
    }

    /**
     * Decides.
     *
     * @param json the task's JSON in UTF-8, as attempts receive it
     * @param task the same as users get it, without its payload
     * @return the task as it is to be, or null to leave it as it is
     */
    @Nullable
    Edited apply(byte[] json, TaskInfo task);
}
