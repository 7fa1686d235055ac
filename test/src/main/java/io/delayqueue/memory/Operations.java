package io.delayqueue.memory;

import io.delayqueue.RescheduleResult;
import io.delayqueue.RescheduleResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskEdit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Steps on tasks by their ids. */
final class Operations {

    private final MemoryGroup group;

    private final StepTime now;

    Operations(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
    }

    List<@Nullable TaskInfo> find(List<String> ids) {
        List<@Nullable TaskInfo> found = new ArrayList<>(ids.size());
        for (String id : ids) {
            StoredTask task = group.tasks.get(id);
            found.add(task == null ? null : task.info(group.name));
        }
        return found;
    }

    List<@Nullable TaskInfo> remove(List<String> ids) {
        List<@Nullable TaskInfo> removed = find(ids);
        ids.stream().map(group.tasks::get).filter(Objects::nonNull).forEach(group::remove);
        return removed;
    }

    RescheduleResult reschedule(String id, long time, boolean relative) {
        StoredTask task = group.tasks.get(id);
        if (task == null) {
            return new RescheduleResult(Outcome.NOT_FOUND, null);
        }
        Outcome outcome =
                switch (task.state) {
                    case DELAYED, READY -> Outcome.RESCHEDULED;
                    case RESERVED -> Outcome.RUNNING;
                    case DEAD -> Outcome.DEAD;
                };
        long due = relative ? now.roundedUp() + time : time;
        // A due task that is rescheduled to now keeps its position, instead of moving behind the others.
        boolean isDue = task.state == TaskState.READY || task.time() < now.roundedUp();
        boolean stays = isDue && due <= now.roundedUp();
        if (outcome == Outcome.RESCHEDULED && !stays) {
            task.due = due;
            group.move(task, TaskState.DELAYED, due);
        }
        return new RescheduleResult(outcome, Instant.ofEpochMilli(task.due));
    }

    boolean interrupt(String id, @Nullable Instant reservedAt) {
        StoredTask task = group.tasks.get(id);
        if (task == null || task.state != TaskState.RESERVED || task.held == null) {
            return false;
        }
        if (reservedAt != null && !reservedAt.equals(Instant.ofEpochMilli(task.held.reservedAt()))) {
            return false;
        }
        task.interruptRequested = task.held.number();
        group.messages().interrupted(group.name, task.topic, id, task.held.number());
        return true;
    }

    boolean isInterruptRequested(Delivery delivery) {
        StoredTask task = group.tasks.get(delivery.id());
        return task != null
                && task.held != null
                && task.held.number() == delivery.number()
                && task.interruptRequested == delivery.number();
    }

    List<String> requeue(List<String> ids) {
        List<String> requeued = new ArrayList<>();
        for (String id : ids) {
            StoredTask task = group.tasks.get(id);
            if (task != null && task.state == TaskState.DEAD) {
                requeue(task);
                requeued.add(id);
            }
        }
        return requeued;
    }

    boolean requeueEdited(String id, UnaryOperator<byte[]> edit) {
        StoredTask task = group.tasks.get(id);
        if (task == null || task.state != TaskState.DEAD) {
            return false;
        }
        task.edit(edit.apply(task.detail()));
        requeue(task);
        return true;
    }

    boolean edit(String id, TaskEdit edit) {
        StoredTask task = group.tasks.get(id);
        TaskEdit.Edited edited = task == null ? null : edit.apply(task.detail(), task.info(group.name, false));
        if (edited == null) {
            return false;
        }
        task.rewrite(edited.json());
        if (edited.time() != null && (task.state == TaskState.DELAYED || task.state == TaskState.READY)) {
            group.move(task, TaskState.DELAYED, edited.time());
        } else if (edited.time() != null && task.state == TaskState.RESERVED) {
            task.held = Moves.held(task).returningTo(edited.time());
            task.history = true;
            if (edited.time() >= TaskEdit.PAUSED_UNTIL) {
                group.messages().paused(new TopicName(group.name, task.topic));
            }
        }
        return true;
    }

    /** Returns those of the tasks that are dead letters of a topic. */
    List<StoredTask> dead(String topic, List<String> ids) {
        return ids.stream()
                .map(group.tasks::get)
                .filter(Objects::nonNull)
                .filter(task -> task.state == TaskState.DEAD && task.topic.equals(topic))
                .toList();
    }

    /** Makes dead letters wait, one becoming due after the other; returns when the next would, in microseconds. */
    long requeue(List<StoredTask> dead, long firstDue, long intervalMicros) {
        long due = firstDue;
        for (StoredTask task : dead) {
            group.move(task, TaskState.DELAYED, new StepTime(due).roundedUp());
            task.held = null;
            due += intervalMicros;
        }
        return due;
    }

    /** Makes a dead letter ready; its attempts are reset, and its last error stays until the next. */
    void requeue(StoredTask task) {
        group.makeReady(task, now.millis());
        task.held = null;
    }
}
