package io.delayqueue.internal.service;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.TopicPayloads;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the tasks of a group with this engine's callbacks. */
public final class PayloadCheck {

    private final Supplier<TopicCallbacks> callbacks;

    private final CallbackInvoker invoker;

    private final Predicate<TopicName> carried;

    /**
     * Creates the check.
     *
     * @param callbacks the current callbacks of this engine
     * @param carried whether a topic without a callback is consumed here, because its tasks may carry one
     */
    public PayloadCheck(Supplier<TopicCallbacks> callbacks, CallbackInvoker invoker, Predicate<TopicName> carried) {
        this.callbacks = callbacks;
        this.invoker = invoker;
        this.carried = carried;
    }

    PayloadReport run(TopicStore store, String group, Duration atMost) {
        long nanos = Arguments.nanos(atMost);
        long began = System.nanoTime();
        BooleanSupplier timeOver = () -> System.nanoTime() - began >= nanos;
        TopicCallbacks local = callbacks.get();
        List<TopicPayloads> topics = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        for (TopicName topic : topics(store, group, local)) {
            TopicCallback callback = local.get(topic);
            if (callback == null && !carried.test(topic)) {
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
    private static List<TopicName> topics(TopicStore store, String group, TopicCallbacks local) {
        return Stream.concat(
                        store.count(group, List.of()).stream()
                                .filter(count -> count.total() > 0)
                                .map(TaskCounts::topic),
                        local.topics().stream().filter(topic -> topic.group().equals(group)))
                .distinct()
                .sorted(Comparator.comparing(TopicName::topic))
                .toList();
    }
}
