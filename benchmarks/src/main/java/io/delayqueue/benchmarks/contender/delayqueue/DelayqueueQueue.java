package io.delayqueue.benchmarks.contender.delayqueue;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.redis.RedisBackend;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Engine with default settings but for limits. Adds and cancellations do not need it to run. */
final class DelayqueueQueue implements OpenQueue {

    private static final String GROUP = "delayqueue";

    private final DelayQueueEngine engine;

    private final TopicOptions options;

    DelayqueueQueue(Address redis, TopicLimits limits) {
        options = TopicOptions.DEFAULT.limits(limits);
        engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .build();
    }

    @Override
    public Runnable adding(List<Item> items) {
        if (items.size() == 1) {
            return () -> engine.service().addTask(task(items.get(0)));
        }
        return () -> engine.service()
                .addTasks(items.stream().map(DelayqueueQueue::task).toList());
    }

    private static Task task(Item item) {
        return Task.of(GROUP, item.topic())
                .payload(item.payload())
                .id(item.id())
                .at(Instant.ofEpochMilli(item.dueAt()))
                .build();
    }

    @Override
    public void consume(Collection<String> topics, Arrivals arrivals) {
        TaskCallback<String> callback = (payload, context) -> arrivals.arrived(payload);
        for (String topic : topics) {
            engine.addCallback(
                    new TopicCallback(new TopicName(GROUP, topic), String.class, callback, options, "benchmark"));
        }
        engine.start();
    }

    @Override
    public Runnable cancelling(List<Item> items) {
        List<String> ids = items.stream().map(Item::id).toList();
        return ids.size() == 1
                ? () -> engine.service().removeTask(GROUP, ids.get(0))
                : () -> engine.service().removeTasks(GROUP, ids);
    }

    @Override
    public long remaining(String topic) {
        TaskCounts counts = engine.service().topic(GROUP, topic).count();
        return counts.total();
    }

    @Override
    public void close() {
        engine.close();
    }
}
