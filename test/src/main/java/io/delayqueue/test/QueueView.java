package io.delayqueue.test;

import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A queue as it stands at one moment, for assertions.
 *
 * @param name the queue's name
 * @param now its time
 * @param tasks its unfinished tasks
 * @param calls the calls of its callbacks
 * @param json writes a payload as the queue does
 */
record QueueView(String name, Instant now, List<TaskInfo> tasks, Calls calls, Function<Object, String> json) {

    /**
     * Calls that were and calls that may be.
     *
     * @param made those so far
     * @param planned what a test has said of calls to come, of callbacks and of the store
     * @param possible whether a topic's tasks reach a callback, as far as that is known
     */
    record Calls(List<TestDelivery> made, List<String> planned, Predicate<TopicName> possible) {}

    List<TestDelivery> deliveries() {
        return calls.made();
    }
}
