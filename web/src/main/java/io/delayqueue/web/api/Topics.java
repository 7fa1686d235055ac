package io.delayqueue.web.api;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ProblemException;

/** Finds existing topics: those that are registered, have tasks or are paused. */
final class Topics {

    private Topics() {}

    /** Finds a topic. */
    static TopicView view(DelayQueueEngine queue, String group, String topic) {
        TaskCounts counts = queue.service().topic(group, topic).count();
        boolean registered = queue.register().isTopicRegistered(group, topic);
        if (!registered && counts.total() == 0 && !counts.paused()) {
            throw ProblemException.notFound(
                    "There is no topic " + new TopicName(group, topic) + ": it is not registered and has no tasks");
        }
        return TopicView.of(counts, registered);
    }

    /** Finds the operations of an existing topic, so that a typing error creates none. */
    static TopicOperations existing(DelayQueueEngine queue, String group, String topic) {
        view(queue, group, topic);
        return queue.service().topic(group, topic);
    }
}
