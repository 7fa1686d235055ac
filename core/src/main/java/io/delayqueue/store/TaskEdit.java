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
     * @param time when it is due next, in milliseconds since the epoch; null to leave it in its place. Has no effect for a task that is
     *     reserved or dead
     */
    record Edited(byte[] json, @Nullable Long time) {}

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
