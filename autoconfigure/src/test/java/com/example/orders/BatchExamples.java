package com.example.orders;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.TaskMessage;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.pull.TaskPuller;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Code of docs/batches.md that is compiled, and does not run. */
abstract class BatchExamples {

    abstract void send(Order order) throws IOException;

    abstract void write(String id, Order order);

    @DelayQueueListener(group = "orders", topic = "sync", batchSize = "100", batchLeast = "50", batchWait = "2s")
    void sync(List<Order> orders) {
        // ...
    }

    @DelayQueueListener(group = "orders", topic = "index", batchSize = "100")
    void index(List<TaskMessage<Order>> tasks) {
        for (TaskMessage<Order> task : tasks) {
            write(task.context().id(), task.payload());
        }
    }

    @DelayQueueListener(group = "orders", topic = "push", batchSize = "100")
    void push(List<Order> orders) {
        Map<Integer, Exception> failures = new HashMap<>();
        for (int i = 0; i < orders.size(); i++) {
            try {
                send(orders.get(i));
            } catch (IOException e) {
                failures.put(i, e);
            }
        }
        if (!failures.isEmpty()) {
            throw new BatchFailedException(failures);
        }
    }

    @DelayQueueListener(group = "orders", topic = "post", batchSize = "100")
    void post(List<Order> orders) {
        for (int i = 0; i < orders.size(); i++) {
            try {
                send(orders.get(i));
            } catch (IOException e) {
                throw BatchFailedException.stoppedAt(i, e);
            }
        }
    }

    void build(DelayQueueEngineBuilder builder) {
        BatchCallback<Order> callback =
                (tasks, context) -> tasks.forEach(task -> write(task.context().id(), task.payload()));
        TopicOptions options = TopicOptions.builder()
                .batch(new BatchOptions(100, 50, Duration.ofSeconds(2)))
                .build();
        builder.callback(new TopicCallback(new TopicName("orders", "sync"), Order.class, callback, options, "sync"));
    }

    List<TaskLease> pull(TaskPuller puller) throws InterruptedException {
        List<PulledTask> tasks = puller.reserve("orders", "sync", PullOptions.upTo(100), Duration.ofSeconds(10));
        List<TaskLease> stale = puller.finish(tasks);
        return stale;
    }
}
