package io.delayqueue.autoconfigure.listener;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the queue of an annotation, and finds the queue's reader of the other attributes. */
final class QueueAttributes {

    private final AnnotationValues values;

    private final Map<String, Queue> queues = new LinkedHashMap<>();

    /** Queue with the reader of its annotations. */
    record Queue(String name, TopicAttributes attributes, ListenerQueue queue) {}

    QueueAttributes(AnnotationValues values, NamedBeans beans, Map<String, ListenerQueue> queues) {
        this.values = values;
        queues.forEach((name, queue) ->
                this.queues.put(name, new Queue(name, new TopicAttributes(values, beans, queue.backoff()), queue)));
    }

    boolean isEnabled(String enabled, String annotation) {
        return TopicAttributes.checked(annotation, () -> values.bool("enabled", enabled));
    }

    Queue find(String queue, String annotation) {
        return TopicAttributes.checked(annotation, () -> find(queue));
    }

    private Queue find(String queue) {
        String text = values.text("queue", queue);
        String name = text.isEmpty() ? DelayQueueEngine.DEFAULT_NAME : text;
        Queue found = queues.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no queue '" + name + "', only " + queues.keySet());
        }
        return found;
    }
}
