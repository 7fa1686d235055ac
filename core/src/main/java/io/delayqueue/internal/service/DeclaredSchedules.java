package io.delayqueue.internal.service;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.log.Loggers;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Adds the repeating tasks that an instance declares, and changes the repetition of those that have another one. */
public final class DeclaredSchedules {

    private static final Logger log = Loggers.of(DeclaredSchedules.class);

    private final DelayQueueService service;

    /** Tasks by group and id. */
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    private volatile Set<Task> rest = Set.of();

    public DeclaredSchedules(DelayQueueService service) {
        this.service = service;
    }

    /**
     * Adds a declaration.
     *
     * @throws IllegalStateException if there is one of this group and id
     */
    public void add(TaskSchedule schedule) {
        Task task = schedule.task();
        Task other = tasks.putIfAbsent(task.topic().group() + "/" + task.id(), task);
        if (other != null) {
            throw new IllegalStateException("The schedule " + task.id() + " of " + task.topic()
                    + " is declared already, for " + other.topic() + ": give one of them another id");
        }
    }

    /**
     * Brings the store to what is declared. A task for which the store fails is left for {@link #declareRest}: the engine delivers already.
     *
     * @throws InvalidTaskException if a task breaks a rule
     */
    public void declare() {
        rest = Set.copyOf(tasks.values());
        declareRest();
    }

    /** Declares the tasks for which the store has failed. */
    public void declareRest() {
        Set<Task> failed = new HashSet<>();
        for (Task task : rest) {
            try {
                declare(task);
            } catch (InvalidTaskException e) {
                throw e;
            } catch (RuntimeException e) {
                failed.add(task);
                log.error(
                        "The schedule {} of {} could not be declared. It is tried again each minute",
                        task.id(),
                        task.topic(),
                        e);
            }
        }
        rest = failed;
    }

    private void declare(Task task) {
        try {
            if (service.addTask(task).outcome() != AddResult.Outcome.EXISTED) {
                log.info("The schedule {} of {} is added: {}", task.id(), task.topic(), words(task.repeat()));
                return;
            }
        } catch (InvalidTaskException e) {
            if (!e.field().equals("id")) {
                throw e;
            }
            log.error(
                    "The schedule {} of {} is declared, but cannot be added: remove the task that has its id, or give it another id",
                    task.id(),
                    task.topic(),
                    e);
            return;
        }
        Repeat declared = Objects.requireNonNull(task.repeat());
        RepeatResult result = service.changeRepeat(task.topic().group(), task.id(), null, declared);
        switch (result.outcome()) {
            // Of several instances one changes it.
            case CHANGED ->
                log.info("The schedule {} of {} is changed as declared: {}", task.id(), task.topic(), words(declared));
            case UNCHANGED, CONFLICT -> {}
            case NOT_REPEATING, NOT_FOUND ->
                log.warn(
                        "The schedule {} of {} is declared, but a task that runs once has its id: it is declared again at the next start",
                        task.id(),
                        task.topic());
        }
    }

    private static String words(@Nullable Repeat repeat) {
        if (repeat instanceof Repeat.FixedRate rate) {
            return "every " + rate.period();
        }
        return repeat instanceof Repeat.Cron cron
                ? "cron " + cron.expression() + " (" + cron.zone() + ")"
                : "with a delay of " + ((Repeat.FixedDelay) Objects.requireNonNull(repeat)).delay();
    }
}
