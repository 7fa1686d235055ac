package io.delayqueue.internal.service;

import static io.delayqueue.InvalidTaskException.require;
import static java.util.Objects.requireNonNull;

import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RepeatResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.RepeatJson;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskEdit.Edited;
import io.delayqueue.store.TaskStore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Changes, pauses and resumes the repetition of tasks. */
record RepeatChanges(TaskStore store, Repeats repeats) {

    private static final Changed NOT_FOUND = leave(Outcome.NOT_FOUND, null);

    /** Decides how a task that repeats changes. */
    private interface Change {
        Changed of(byte[] json, TaskInfo task, Repeat repeat);
    }

    /** A decision: its result, and the task as it is to be; null to leave the task as it is. */
    private record Changed(RepeatResult result, @Nullable Edited task) {}

    private static Changed leave(Outcome outcome, @Nullable Repeat repeat) {
        return new Changed(new RepeatResult(outcome, repeat), null);
    }

    private static Changed change(Repeat repeat, byte[] json, @Nullable Long time) {
        return new Changed(new RepeatResult(Outcome.CHANGED, repeat), new Edited(json, time));
    }

    /** Whether a task waits until it is resumed. */
    private static boolean isHeld(TaskInfo task) {
        return task.state() == TaskState.DELAYED && task.stateUntil() == null;
    }

    /** Whether an occurrence is to come at the time that its repetition, or a reschedule of a task that is not paused, has given. */
    private static boolean isToCome(TaskInfo task, long now) {
        return task.state() == TaskState.DELAYED
                && task.attempts() == 0
                && !task.options().paused()
                && task.dueAt().toEpochMilli() > now;
    }

    private RepeatResult make(String group, String id, Change change) {
        AtomicReference<Changed> last = new AtomicReference<>(NOT_FOUND);
        boolean changed = store.edit(group, id, (json, task) -> {
            Repeat repeat = task.options().repeat();
            last.set(repeat == null ? leave(Outcome.NOT_REPEATING, null) : change.of(json, task, repeat));
            return last.get().task();
        });
        // The task can have gone after it was read.
        boolean gone = !changed && last.get().task() != null;
        return (gone ? NOT_FOUND : last.get()).result();
    }

    /**
     * Changes the repetition. An occurrence that is to come is due as if one had ended now; one that is due, has begun, or was requested in
     * spite of a pause keeps its place.
     */
    RepeatResult change(String group, String id, @Nullable Repeat expected, Repeat repetition) {
        Repeat other = asStored(repetition);
        long now = store.time(group);
        long next = following(other, now, now);
        return make(group, id, (json, task, repeat) -> {
            // First, so that a call can be repeated.
            if (repeat.equals(other)) {
                return leave(Outcome.UNCHANGED, repeat);
            }
            if (expected != null && !repeat.equals(asStored(expected))) {
                return leave(Outcome.CONFLICT, repeat);
            }
            boolean toCome = isToCome(task, now);
            boolean running = task.state() == TaskState.RESERVED;
            long due = toCome || isHeld(task) ? next : task.dueAt().toEpochMilli();
            // The instance that runs the task has read the repetition that it had, and finishes it if that has
            // ended.
            if (running && repeats.following(repeat, due, now) == null) {
                return leave(Outcome.NOT_REPEATING, null);
            }
            Long afterRunning = running ? ofRunning(other, next) : null;
            return change(other, TaskJson.withRepeat(json, due, other, afterRunning), toCome ? next : null);
        });
    }

    private static Repeat asStored(Repeat repeat) {
        return requireNonNull(RepeatJson.of(repeat)).toRepeat();
    }

    private static long ofRunning(Repeat repeat, long next) {
        return repeat instanceof Repeat.FixedDelay fixed ? -Millis.up(fixed.delay()) : next;
    }

    /**
     * Pauses: an occurrence that has begun goes on, and no other. The instance that has reserved one knows whether it has begun, and gives it
     * back if not.
     */
    RepeatResult pause(String group, String id) {
        return make(group, id, (json, task, repeat) -> {
            if (task.options().paused()) {
                return leave(Outcome.UNCHANGED, repeat);
            }
            byte[] paused = TaskJson.withPause(json, task.dueAt().toEpochMilli(), true);
            return change(repeat, paused, TaskEdit.hasBegun(task) ? null : TaskEdit.PAUSED_UNTIL);
        });
    }

    /**
     * Resumes: the next occurrence is due at the time that it had if that is to come, else at the next one of the repetition. One that may
     * have begun, because its lease has ended, goes on.
     */
    RepeatResult resume(String group, String id) {
        long now = store.time(group);
        return make(group, id, (json, task, repeat) -> {
            if (!task.options().paused()) {
                return leave(Outcome.UNCHANGED, repeat);
            }
            long due = task.dueAt().toEpochMilli();
            boolean held = isHeld(task);
            boolean begun = TaskEdit.hasBegun(task);
            long next = held && !begun && due <= now ? following(repeat, due, now) : due;
            boolean returns = task.state() == TaskState.RESERVED && !begun;
            return change(repeat, TaskJson.withPause(json, next, false), held || returns ? next : null);
        });
    }

    private long following(Repeat repeat, long due, long now) {
        Long next = repeats.following(repeat, due, now);
        require(next != null, "repeat", repeat, "must have a time in the future");
        return requireNonNull(next);
    }
}
