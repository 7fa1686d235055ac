package io.delayqueue.internal.service;

import static java.util.Objects.requireNonNull;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Adds the repeating tasks that an instance declares, and changes the repetition of those that have another one: at the start, and again if
 * the store has lost them. One that was removed is not lost.
 */
public final class DeclaredSchedules {

    private static final Logger log = Loggers.of(DeclaredSchedules.class);

    private final DelayQueueService service;

    private final Backend backend;

    /** Tasks by group and id. */
    private final Map<String, Map<String, Task>> tasks = new LinkedHashMap<>();

    /** Tasks to declare. */
    private final Set<Task> rest = new LinkedHashSet<>();

    private final LogRateLimiter warning = new LogRateLimiter();

    private boolean declared;

    private volatile List<String> dead = List.of();

    private volatile List<String> missing = List.of();

    public DeclaredSchedules(DelayQueueService service, Backend backend) {
        this.service = service;
        this.backend = backend;
    }

    /**
     * Adds a declaration.
     *
     * @throws IllegalStateException if there is one of this group and id
     */
    public void add(TaskSchedule schedule) {
        Task task = schedule.task();
        Task other = tasks.computeIfAbsent(task.topic().group(), group -> new LinkedHashMap<>())
                .putIfAbsent(task.id(), task);
        if (other != null) {
            throw new IllegalStateException("The schedule " + task.id() + " of " + task.topic()
                    + " is declared already, for " + other.topic() + ": give one of them another id");
        }
    }

    /**
     * Brings the store to what is declared. A task for which the store fails is left for {@link #restore}: the engine delivers already.
     *
     * @throws InvalidTaskException if a task breaks a rule
     */
    public synchronized void declare() {
        tasks.values().forEach(all -> rest.addAll(all.values()));
        declareRest(true);
        declared = true;
    }

    /**
     * Declares the tasks that the store has lost, and those for which it has failed. Before the first {@link #declare} it does nothing.
     *
     * @throws io.delayqueue.TaskStoreException if the store cannot be read
     */
    public synchronized void restore() {
        if (!declared) {
            return;
        }
        List<String> letters = new ArrayList<>();
        List<String> gone = new ArrayList<>();
        tasks.forEach((group, all) -> {
            try {
                restore(group, all, letters, gone);
            } catch (TaskStoreUnavailableException e) {
                throw e;
            } catch (RuntimeException e) {
                failed(e, "The schedules of {} could not be read. They are read again every ten seconds", group);
            }
        });
        dead = List.copyOf(letters);
        missing = List.copyOf(gone);
        declareRest(false);
    }

    private void restore(String group, Map<String, Task> all, List<String> letters, List<String> gone) {
        List<String> ids = List.copyOf(all.keySet());
        Set<String> lost = backend.registry().undeclared(group, ids);
        Iterator<@Nullable TaskInfo> found = backend.tasks().find(group, ids).iterator();
        all.forEach((id, task) -> {
            TaskInfo known = found.next();
            if (lost.contains(id) && rest.add(task)) {
                log.warn("The store has lost the schedule {} of {}", id, task.topic());
            }
            if (known == null && !rest.contains(task)) {
                gone.add(task.topic() + " " + id);
            } else if (known != null && known.state() == TaskState.DEAD) {
                letters.add(known.topic() + " " + id);
            }
        });
    }

    /**
     * Adds a declared task again that was removed, as a start does.
     *
     * @return whether this instance declares the task
     * @throws io.delayqueue.TaskStoreException if the store fails
     * @throws InvalidTaskException if the task breaks a rule
     */
    public synchronized boolean restore(String group, String id) {
        Task task = tasks.getOrDefault(group, Map.of()).get(id);
        if (task != null) {
            declareRecorded(task);
        }
        return task != null;
    }

    private void failed(RuntimeException failure, String line, Object... arguments) {
        if (warning.tryAcquire()) {
            log.atError().setCause(failure).log(line, arguments);
        }
    }

    /** Declared tasks that were dead letters when the store was read last, as topic and id. */
    public List<String> dead() {
        return dead;
    }

    /** Declared tasks that were removed, as of the last reading of the store, as topic and id. */
    public List<String> missing() {
        return missing;
    }

    /** @param refuse whether a task that breaks a rule is refused, as at a start, or is tried again */
    private void declareRest(boolean refuse) {
        for (Task task : List.copyOf(rest)) {
            try {
                declareRecorded(task);
            } catch (RuntimeException e) {
                if (refuse && e instanceof InvalidTaskException) {
                    throw e;
                }
                failed(
                        e,
                        "The schedule {} of {} could not be declared. It is tried again every ten seconds",
                        task.id(),
                        task.topic());
            }
        }
    }

    private void declareRecorded(Task task) {
        declare(task);
        backend.registry().recordDeclared(task.topic().group(), task.id());
        rest.remove(task);
    }

    private void declare(Task task) {
        if (service.findTask(task.topic().group(), task.id())
                .filter(known -> known.topic().equals(task.topic())
                        && known.state() != TaskState.DEAD
                        && Objects.equals(known.options().repeat(), task.repeat()))
                .isPresent()) {
            return;
        }
        try {
            if (service.addTask(task).outcome() != AddResult.Outcome.EXISTED) {
                log.info("The schedule {} of {} is added: {}", task.id(), task.topic(), task.repeat());
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
        Repeat repeat = requireNonNull(task.repeat());
        String group = task.topic().group();
        RepeatResult result = service.changeRepeat(group, task.id(), null, repeat);
        switch (result.outcome()) {
            // Of several instances one changes it.
            case CHANGED, UNCHANGED -> {
                if (service.requeueDeadLetter(group, task.id())) {
                    log.warn(
                            "The schedule {} of {} was a dead letter, and so did not run. It is requeued because it is declared: {}",
                            task.id(),
                            task.topic(),
                            repeat);
                } else if (result.outcome() == RepeatResult.Outcome.CHANGED) {
                    log.info("The schedule {} of {} is changed as declared: {}", task.id(), task.topic(), repeat);
                }
            }
            case CONFLICT -> {}
            case NOT_REPEATING, NOT_FOUND ->
                log.warn(
                        "The schedule {} of {} is declared, but a task that runs once has its id: it is declared again at the next start",
                        task.id(),
                        task.topic());
        }
    }
}
