package io.delayqueue.internal.service;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.registry.LocalTopics;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.TopicPayloads;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Reads the tasks of a group with this engine's callbacks. */
public record PayloadCheck(TopicCallbacks callbacks, CallbackInvoker invoker, LocalTopics localTopics) {

    PayloadReport run(TopicStore store, String group, Duration atMost) {
        long nanos = Arguments.nanos(atMost);
        long began = System.nanoTime();
        BooleanSupplier timeOver = () -> System.nanoTime() - began >= nanos;
        List<TopicPayloads> topics = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        for (TopicName topic : topics(store, group)) {
            TopicCallback callback = callbacks.get(topic);
            if (callback == null && !localTopics.mayCarry(topic)) {
                skipped.add(topic.topic());
                continue;
            }
            TopicCheck check = new TopicCheck(topic, callback, invoker);
            check.read(store, timeOver);
            check.report(topics, skipped);
        }
        return new PayloadReport(group, topics, skipped);
    }

    /** The topics with tasks, and those with a callback. */
    private List<TopicName> topics(TopicStore store, String group) {
        return Stream.concat(
                        store.count(group, List.of()).stream()
                                .filter(count -> count.total() > 0)
                                .map(TaskCounts::topic),
                        callbacks.topics().stream()
                                .filter(topic -> topic.group().equals(group)))
                .distinct()
                .sorted(Comparator.comparing(TopicName::topic))
                .toList();
    }
}
