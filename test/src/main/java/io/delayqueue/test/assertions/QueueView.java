package io.delayqueue.test.assertions;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * State of a queue at one time, for assertions. Created by the kit.
 *
 * @param name the queue's name
 * @param now its time
 * @param dueTimes its unfinished tasks, with the due times of their attempts
 * @param calls the calls of its callbacks
 * @param json writes a payload as the queue does
 * @param records its histories
 */
public record QueueView(
        String name,
        Instant now,
        Map<TaskInfo, Instant> dueTimes,
        Calls calls,
        Function<Object, String> json,
        Records records) {

    /**
     * Past and planned calls.
     *
     * @param made the past calls
     * @param planned the plans of a test for callbacks and calls of the store
     * @param possible whether a topic's tasks reach a callback, as far as it is known
     */
    public record Calls(List<TestDelivery> made, List<String> planned, Predicate<TopicName> possible) {}

    /**
     * Records of tasks that have ended.
     *
     * @param of finds those of a task by its id, the newest first
     * @param kept whether a topic keeps a history
     */
    public record Records(Function<String, List<TaskRecord>> of, Predicate<TopicName> kept) {}

    List<TestDelivery> deliveries() {
        return calls.made();
    }

    List<TaskInfo> tasks() {
        return List.copyOf(dueTimes.keySet());
    }

    /** Returns the due time of a task's next, ready or running attempt; null for a dead letter, which has none. */
    @Nullable
    Instant due(TaskInfo task) {
        return task.state() == TaskState.DEAD ? null : dueTimes.get(task);
    }
}
