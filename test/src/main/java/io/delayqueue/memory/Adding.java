package io.delayqueue.memory;

import io.delayqueue.IfExists;
import io.delayqueue.TaskState;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.NewTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Call that adds tasks. */
final class Adding {

    private final MemoryGroup group;

    private final StepTime now;

    private final Score.Slots slots;

    /** Tasks to write by id: the last one of the call for each id. */
    private final Map<String, StoredTask> entered = new LinkedHashMap<>();

    private @Nullable Long earliest;

    Adding(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
        this.slots = new Score.Slots(group.delayed);
    }

    List<AddStatus> add(List<NewTask> tasks) {
        List<AddStatus> result = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            result.add(add(task));
        }
        if (earliest != null) {
            Double head = group.delayed.firstScore();
            entered.values().forEach(this::write);
            group.wake(head, earliest, now);
        }
        return result;
    }

    private AddStatus add(NewTask task) {
        byte[] rest = Arrays.copyOfRange(task.detail(), 1, task.detail().length);
        StoredTask before = entered.get(task.id());
        StoredTask there = before == null ? group.tasks.get(task.id()) : before;
        if (there == null) {
            return new AddStatus(Kind.ADDED, enter(task, rest));
        }
        if (!there.topic.equals(task.topic())) {
            return new AddStatus(Kind.OTHER_TOPIC, there.due);
        }
        if (task.mode().ifExists() == IfExists.REPLACE) {
            return new AddStatus(Kind.REPLACED, enter(task, rest));
        }
        return new AddStatus(Arrays.equals(there.rest, rest) ? Kind.REPEATED : Kind.EXISTED, there.due);
    }

    private long enter(NewTask task, byte[] rest) {
        long due = task.relative() ? now.roundedUp() + task.time() : task.time();
        TopicTasks topic = due <= now.millis() ? group.topic(task.topic()) : null;
        TaskOrder ready = topic == null ? null : topic.ready(task.mode().priority());
        double score = slots.give(due, task.mode().priority(), ready);
        entered.put(
                task.id(),
                new StoredTask(
                        task.topic(), task.id(), task.mode().priority(), group.nextAddition(), rest, due, score));
        earliest = earliest == null ? due : Math.min(earliest, due);
        return due;
    }

    private void write(StoredTask task) {
        StoredTask replaced = group.tasks.get(task.id);
        if (replaced != null) {
            group.replace(replaced);
        }
        group.tasks.put(task.id, task);
        group.enter(task, TaskState.DELAYED, task.score());
    }
}
