package io.delayqueue.test;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A queue as it stands at one moment, for assertions.
 *
 * @param name the queue's name
 * @param now its time
 * @param dueTimes its unfinished tasks, with the times at which their attempts are or were due
 * @param deliveries the calls of callbacks so far
 * @param json writes a payload as the queue does
 */
record QueueView(
        String name,
        Instant now,
        Map<TaskInfo, Instant> dueTimes,
        List<TestDelivery> deliveries,
        Function<Object, String> json) {

    List<TaskInfo> tasks() {
        return List.copyOf(dueTimes.keySet());
    }

    /** When a task's next attempt is due, or the one that is ready or runs was; null for a dead letter, which has none. */
    @Nullable
    Instant due(TaskInfo task) {
        return task.state() == TaskState.DEAD ? null : dueTimes.get(task);
    }
}
