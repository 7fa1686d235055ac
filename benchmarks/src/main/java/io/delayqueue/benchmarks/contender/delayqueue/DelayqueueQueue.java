package io.delayqueue.benchmarks.contender.delayqueue;

import io.delayqueue.BatchCallback;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskMessage;
import io.delayqueue.TopicName;
import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Engine with default settings except the options of its topics. Adds and cancellations do not need it to run. */
final class DelayqueueQueue implements OpenQueue {

    private static final String GROUP = "delayqueue";

    private final DelayQueueEngine engine;

    private final TopicOptions options;

    private final Function<Item, @Nullable String> key;

    DelayqueueQueue(Address redis, TopicOptions options, Function<Item, @Nullable String> key) {
        this.options = options;
        this.key = key;
        engine = DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                .build();
    }

    @Override
    public Runnable adding(List<Item> items) {
        if (items.size() == 1) {
            return () -> engine.service().addTask(task(items.get(0)));
        }
        return () -> engine.service().addTasks(items.stream().map(this::task).toList());
    }

    private Task task(Item item) {
        String ofItem = key.apply(item);
        TaskBuilder task = Task.of(GROUP, item.topic())
                .payload(item.payload())
                .id(item.id())
                .at(Instant.ofEpochMilli(item.dueAt()));
        return (ofItem == null ? task : task.key(ofItem)).build();
    }

    @Override
    public void consume(Collection<String> topics, Arrivals arrivals) {
        TaskCallback<String> one = (payload, context) -> arrivals.arrived(payload);
        BatchCallback<String> many = (messages, context) ->
                arrivals.arrived(messages.stream().map(TaskMessage::payload).toList());
        TaskCallback<?> callback = options.batch() == null ? one : many;
        for (String topic : topics) {
            engine.extensions()
                    .addCallback(new TopicCallback(
                            new TopicName(GROUP, topic), String.class, callback, options, "benchmark"));
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
    public void pause(String topic) {
        engine.service().topic(GROUP, topic).pause();
    }

    @Override
    public void resume(String topic) {
        engine.service().topic(GROUP, topic).resume();
    }

    @Override
    public void close() {
        engine.close();
    }
}
