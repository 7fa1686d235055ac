package io.delayqueue.web.api;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ProblemException;
import java.util.Set;

/** Finds existing topics: those that are registered, have tasks or are paused. */
final class Topics {

    private Topics() {}

    /** Finds a topic. */
    static TopicView view(DelayQueueEngine queue, String group, String topic) {
        TaskCounts counts = queue.service().topic(group, topic).count();
        return TopicView.of(counts, requireExisting(queue, counts));
    }

    /** Returns whether an existing topic is registered. */
    static boolean requireExisting(DelayQueueEngine queue, TaskCounts counts) {
        TopicName topic = counts.topic();
        boolean registered = queue.register().isTopicRegistered(topic.group(), topic.topic());
        if (!registered && counts.total() == 0 && !counts.paused()) {
            throw ProblemException.notFound("There is no topic " + topic + ": it is not registered and has no tasks");
        }
        return registered;
    }

    /** Returns the topics of a registered group, by name. */
    static Set<String> registered(DelayQueueEngine queue, String group) {
        Set<String> registered = queue.register().topics().get(TopicName.requireGroup(group));
        if (registered == null) {
            throw ProblemException.notFound("The group " + group + " is not registered");
        }
        return registered;
    }

    /** Finds the operations of an existing topic, so that a typing error creates none. */
    static TopicOperations existing(DelayQueueEngine queue, String group, String topic) {
        view(queue, group, topic);
        return queue.service().topic(group, topic);
    }
}
