package io.delayqueue.test;

import io.delayqueue.TaskInfo;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * A queue as it stands at one moment, for assertions.
 *
 * @param name the queue's name
 * @param now its time
 * @param tasks its unfinished tasks
 * @param deliveries the calls of callbacks so far
 * @param json writes a payload as the queue does
 */
record QueueView(
        String name, Instant now, List<TaskInfo> tasks, List<TestDelivery> deliveries, Function<Object, String> json) {}
