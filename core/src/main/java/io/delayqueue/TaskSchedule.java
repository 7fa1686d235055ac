package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Repeating task that an application declares in code. Each engine that has it adds the task when it starts, unless it is there. If
 * the stored task has another repetition, the declared one wins: it is {@linkplain DelayQueueService#changeRepeat changed}, once
 * among all instances. Payload, headers and limits of a stored task stay as they are, and so does a {@linkplain
 * DelayQueueService#pauseRepeat pause}. There is one such task in the whole cluster, for its id is unique in its group.
 *
 * <p>A task whose declaration is removed from the code, or {@linkplain #isDisabled disabled}, stays, and runs as before, until it is removed. With the Spring Boot starter
 * each bean of this type is declared.
 */
public final class TaskSchedule {

    /** Name of the header of declared tasks. */
    public static final String HEADER = "delayqueue.schedule";

    private final Task task;

    private TaskSchedule(Task task) {
        this.task = task;
    }

    /**
     * Declares a repeating task. It gets the header {@value #HEADER}.
     *
     * @param task a task with an id of its own and a repetition, that {@linkplain IfExists#KEEP keeps} an existing one
     * @return the declaration
     * @throws InvalidTaskException if the task has no id of its own, does not repeat, or is not to keep an existing one
     */
    public static TaskSchedule of(Task task) {
        requireNonNull(task, "task must not be null");
        if (task.idGenerated()) {
            throw new InvalidTaskException("id of a declared task must be set, so that there is one in all instances");
        }
        if (task.repeat() == null) {
            throw new InvalidTaskException("repeat of a declared task must be set");
        }
        require(task.ifExists() == IfExists.KEEP, "ifExists", task.ifExists(), "must be KEEP for a declared task");
        return new TaskSchedule(task.withHeadersOf(TaskSchedule.class, Map.of(HEADER, "declared")));
    }

    /**
     * {@return whether it is disabled: its cron expression is {@code -}, as in Spring's {@code @Scheduled}. Engines ignore it then; a task that
     * is there stays}
     */
    public boolean isDisabled() {
        return task.repeat() instanceof Repeat.Cron cron && cron.expression().equals("-");
    }

    /** {@return the task, with its header} */
    public Task task() {
        return task;
    }
}
