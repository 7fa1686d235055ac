package io.delayqueue.internal.service;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RepeatResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.codec.RepeatEdit;
import io.delayqueue.internal.run.Repeats;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskEdit.Edited;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Changes, pauses and resumes the repetition of tasks. */
final class RepeatChanges {

    private final TaskStore store;

    private final Repeats repeats;

    RepeatChanges(TaskStore store, Repeats repeats) {
        this.store = store;
        this.repeats = repeats;
    }

    /** Change of a task that was found: the reading, and where the store's time is needed that of the call. */
    private abstract static class Change implements TaskEdit {

        RepeatResult result = new RepeatResult(Outcome.NOT_FOUND, null);

        @Override
        public @Nullable Edited apply(byte[] json, TaskInfo task) {
            Repeat repeat = task.options().repeat();
            if (repeat == null) {
                result = new RepeatResult(Outcome.NOT_REPEATING, null);
                return null;
            }
            boolean waits =
                    (task.state() == TaskState.DELAYED || task.state() == TaskState.READY) && task.attempts() == 0;
            return apply(json, task, repeat, waits);
        }

        /** Decides about a task that repeats; it "waits" if no attempt of the occurrence has begun. */
        abstract @Nullable Edited apply(byte[] json, TaskInfo task, Repeat repeat, boolean waits);

        @Nullable
        Edited leave(Outcome outcome, Repeat repeat) {
            result = new RepeatResult(outcome, repeat);
            return null;
        }

        Edited change(Repeat repeat, byte[] json, @Nullable Long time) {
            result = new RepeatResult(Outcome.CHANGED, repeat);
            return new Edited(json, time);
        }
    }

    private RepeatResult make(String group, String id, Change change) {
        boolean changed = store.edit(group, id, change);
        // The task can have gone after it was read.
        return !changed && change.result.outcome() == Outcome.CHANGED
                ? new RepeatResult(Outcome.NOT_FOUND, null)
                : change.result;
    }

    /** Changes the repetition; the next occurrence is due as if one had ended now. */
    RepeatResult change(String group, String id, @Nullable Repeat expected, Repeat repetition) {
        Repeat other = inMillis(repetition);
        long now = store.time(group);
        long next = following(other, now, now);
        return make(group, id, new Change() {
            @Override
            @Nullable
            Edited apply(byte[] json, TaskInfo task, Repeat repeat, boolean waits) {
                if (expected != null && !repeat.equals(inMillis(expected))) {
                    return leave(Outcome.CONFLICT, repeat);
                }
                if (repeat.equals(other)) {
                    return leave(Outcome.UNCHANGED, repeat);
                }
                boolean paused = task.options().paused();
                if (waits) {
                    return change(other, RepeatEdit.apply(json, next, other, paused, null), paused ? null : next);
                }
                // The instance that runs the task has read the repetition that it had.
                Long afterThis = task.state() == TaskState.RESERVED && !paused ? ofRunning(other, next) : null;
                long due = task.dueAt().toEpochMilli();
                return change(other, RepeatEdit.apply(json, due, other, paused, afterThis), null);
            }
        });
    }

    /** Returns a repetition as the store keeps it. */
    private static Repeat inMillis(Repeat repeat) {
        if (repeat instanceof Repeat.FixedRate rate) {
            return Repeat.fixedRate(Duration.ofMillis(rate.period().toMillis()));
        }
        return repeat instanceof Repeat.FixedDelay fixed
                ? Repeat.fixedDelay(Duration.ofMillis(fixed.delay().toMillis()))
                : repeat;
    }

    private static long ofRunning(Repeat repeat, long next) {
        return repeat instanceof Repeat.FixedDelay fixed ? -Millis.up(fixed.delay()) : next;
    }

    RepeatResult pause(String group, String id) {
        return make(group, id, new Change() {
            @Override
            @Nullable
            Edited apply(byte[] json, TaskInfo task, Repeat repeat, boolean waits) {
                if (task.options().paused()) {
                    return leave(Outcome.UNCHANGED, repeat);
                }
                byte[] paused = RepeatEdit.apply(json, task.dueAt().toEpochMilli(), repeat, true, null);
                return change(repeat, paused, waits ? TaskEdit.PAUSED_UNTIL : null);
            }
        });
    }

    /** Resumes: the next occurrence is due at the time that it had if that is to come, else at the next one of the repetition. */
    RepeatResult resume(String group, String id) {
        long now = store.time(group);
        return make(group, id, new Change() {
            @Override
            @Nullable
            Edited apply(byte[] json, TaskInfo task, Repeat repeat, boolean waits) {
                if (!task.options().paused()) {
                    return leave(Outcome.UNCHANGED, repeat);
                }
                long due = task.dueAt().toEpochMilli();
                // A ready one was to run in spite of the pause.
                boolean delayed = waits && task.state() == TaskState.DELAYED;
                long next = delayed && due <= now ? following(repeat, due, now) : due;
                return change(repeat, RepeatEdit.apply(json, next, repeat, false, null), delayed ? next : null);
            }
        });
    }

    private long following(Repeat repeat, long due, long now) {
        Long next = repeats.following(repeat, due, now);
        if (next == null) {
            throw InvalidTaskException.of("repeat", repeat, "must have a time to come");
        }
        return next;
    }
}
