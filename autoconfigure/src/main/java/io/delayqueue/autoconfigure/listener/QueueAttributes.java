package io.delayqueue.autoconfigure.listener;

import io.delayqueue.callback.TopicCallback;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Reads what the annotations say of the queue. */
final class QueueAttributes {

    private final AnnotationValues values;

    private final Map<String, Queue> queues = new LinkedHashMap<>();

    /** What reads an annotation on a listener of the queue, and what takes the callback that it makes. */
    record Queue(TopicAttributes attributes, Consumer<TopicCallback> target) {}

    QueueAttributes(ConfigurableBeanFactory beanFactory, Map<String, ListenerQueue> queues) {
        this.values = new AnnotationValues(beanFactory);
        queues.forEach((name, queue) ->
                this.queues.put(name, new Queue(new TopicAttributes(beanFactory, queue.backoff()), queue.target())));
    }

    Queue find(String queue, String source) {
        String text = values.text(queue);
        String name = text.isEmpty() ? DelayQueueEngine.DEFAULT_NAME : text;
        Queue found = queues.get(name);
        if (found == null) {
            throw new IllegalStateException("The annotation on " + source + " is wrong: there is no queue '" + name
                    + "', only " + queues.keySet());
        }
        return found;
    }
}
