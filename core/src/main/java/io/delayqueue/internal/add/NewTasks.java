package io.delayqueue.internal.add;

import io.delayqueue.IfExists;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.internal.codec.TaskWriter;
import io.delayqueue.internal.run.CronTimes;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;

/** Writes tasks for an add, with the times of their cron expressions. */
final class NewTasks {

    private final TaskStore store;

    private final TaskWriter writer;

    private final CronTimes cron;

    NewTasks(TaskStore store, TaskWriter writer, CronTimes cron) {
        this.store = store;
        this.writer = writer;
        this.cron = cron;
    }

    /**
     * Writes a task.
     *
     * @param fresh whether no add has used its generated id: a task that the store has under it is not replaced then
     */
    NewTask write(Task task, boolean fresh) {
        NewTask written = writeUntimed(task, fresh);
        return task.repeat() instanceof Repeat.Cron
                ? timed(task, written, store.time(task.topic().group()))
                : written;
    }

    NewTask writeUntimed(Task task, boolean fresh) {
        NewTask written = writer.write(task);
        return fresh && written.mode().ifExists() == IfExists.REPLACE
                ? written.with(new NewTask.AddMode(
                        task.priority(), IfExists.KEEP, written.mode().repeats()))
                : written;
    }

    /** Sets the first time of a cron expression, by the store's time in milliseconds since the epoch. */
    NewTask timed(Task task, NewTask written, long now) {
        return cron.timed(task, written, now);
    }

    /** Checks a task that is added later, and writes the parts that could change until then. */
    Task freeze(Task task) {
        cron.check(task);
        return writer.freeze(task);
    }
}
