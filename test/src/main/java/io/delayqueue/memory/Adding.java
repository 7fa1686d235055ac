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

/** Call that adds tasks. */
final class Adding {

    private final MemoryGroup group;

    private final StepTime now;

    /** Tasks to write by id: the last one of the call for each id. */
    private final Map<String, StoredTask> entered = new LinkedHashMap<>();

    Adding(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
    }

    List<AddStatus> add(List<NewTask> tasks) {
        List<AddStatus> result = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            result.add(add(task));
        }
        entered.values().forEach(this::write);
        return result;
    }

    private AddStatus add(NewTask task) {
        StoredTask before = entered.get(task.id());
        StoredTask there = before == null ? group.tasks.get(task.id()) : before;
        if (there == null) {
            return new AddStatus(Kind.ADDED, enter(task));
        }
        if (!there.topic.equals(task.topic())) {
            return new AddStatus(Kind.OTHER_TOPIC, there.due);
        }
        if (task.mode().ifExists() == IfExists.REPLACE) {
            return new AddStatus(Kind.REPLACED, enter(task));
        }
        return new AddStatus(Arrays.equals(there.rest, task.detail()) ? Kind.REPEATED : Kind.EXISTED, there.due);
    }

    private long enter(NewTask task) {
        long due = task.relative() ? now.roundedUp() + task.time() : task.time();
        entered.put(task.id(), new StoredTask(task, due));
        return due;
    }

    private void write(StoredTask task) {
        StoredTask replaced = group.tasks.get(task.id);
        if (replaced != null) {
            group.replace(replaced);
        }
        group.tasks.put(task.id, task);
        group.enter(task, TaskState.DELAYED, task.due);
    }
}
