package io.delayqueue.test.assertions;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue at one moment, for assertions. The kit makes it.
 *
 * @param name the queue's name
 * @param now its time
 * @param dueTimes its unfinished tasks, with the times at which their attempts are or were due
 * @param calls the calls of its callbacks
 * @param json writes a payload as the queue does
 */
public record QueueView(
        String name, Instant now, Map<TaskInfo, Instant> dueTimes, Calls calls, Function<Object, String> json) {

    /**
     * Calls that were and calls that may be.
     *
     * @param made those so far
     * @param planned what a test has said of calls to come, of callbacks and of the store
     * @param possible whether a topic's tasks reach a callback, as far as that is known
     */
    public record Calls(List<TestDelivery> made, List<String> planned, Predicate<TopicName> possible) {}

    List<TestDelivery> deliveries() {
        return calls.made();
    }

    List<TaskInfo> tasks() {
        return List.copyOf(dueTimes.keySet());
    }

    /** When a task's next attempt is due, or the one that is ready or runs was; null for a dead letter, which has none. */
    @Nullable
    Instant due(TaskInfo task) {
        return task.state() == TaskState.DEAD ? null : dueTimes.get(task);
    }
}
