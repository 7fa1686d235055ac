package io.delayqueue.internal.service;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.run.CallbackInvoker;
import io.delayqueue.log.LogText;
import io.delayqueue.monitor.TopicPayloads;
import io.delayqueue.monitor.UnreadablePayload;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.TopicStore.Detail;
import io.delayqueue.store.TopicStore.DetailPage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the tasks of one topic as attempts would, page by page. */
final class TopicCheck {

    /** Number of tasks of a page: a page is one step of the store, which does nothing else meanwhile. */
    private static final int PAGE = 200;

    private final TopicName topic;

    private final @Nullable TopicCallback callback;

    private final CallbackInvoker invoker;

    private final Map<String, UnreadablePayload> first = new LinkedHashMap<>();

    private long tasks;

    private long unreadable;

    private boolean foreign;

    private boolean complete;

    TopicCheck(TopicName topic, @Nullable TopicCallback callback, CallbackInvoker invoker) {
        this.topic = topic;
        this.callback = callback;
        this.invoker = invoker;
    }

    void read(TopicStore store, BooleanSupplier timeOver) {
        // In the direction in which tasks move.
        for (TaskState state : TaskState.values()) {
            String cursor = null;
            do {
                if (timeOver.getAsBoolean()) {
                    return;
                }
                DetailPage page = store.details(topic, state, cursor, PAGE);
                page.tasks().forEach(task -> read(task, state));
                cursor = page.cursor();
            } while (cursor != null);
        }
        complete = true;
    }

    private void read(Detail task, TaskState state) {
        try {
            if (invoker.read(topic, TaskJson.read(task.json()), callback) == null) {
                foreign = true;
                return;
            }
        } catch (UnreadableTaskException e) {
            unreadable(task.id(), state, String.valueOf(e.getMessage()));
        } catch (Exception | StackOverflowError | LinkageError e) {
            // Of a constructor or deserializer of the application.
            unreadable(task.id(), state, e.toString());
        }
        tasks++;
    }

    private void unreadable(String id, TaskState state, String reason) {
        unreadable++;
        if (first.size() < TopicPayloads.MAX_FIRST) {
            first.put(id, new UnreadablePayload(id, state, LogText.shorten(reason, UnreadablePayload.MAX_REASON)));
        }
    }

    /** Reports the topic if it has a callback here, or may have tasks that carry one, and as skipped if tasks have no callback here. */
    void report(List<TopicPayloads> topics, List<String> skipped) {
        if (callback != null || tasks > 0 || !complete) {
            topics.add(new TopicPayloads(topic.topic(), tasks, unreadable, complete, List.copyOf(first.values())));
        }
        if (foreign) {
            skipped.add(topic.topic());
        }
    }
}
