package io.delayqueue.autoconfigure.metrics;

import static io.delayqueue.autoconfigure.metrics.TopicLabels.OTHER;

import io.delayqueue.log.Loggers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Limits the topics with their own meters to the first ones of all queues, as long as the application runs. The others share
 * those of {@value TopicLabels#OTHER}, in their group if it has a topic with its own meters. Thread-safe; known topics take no
 * lock.
 */
final class TopicLimit {

    private static final Logger log = Loggers.of(TopicLimit.class);

    private final int max;

    private final Set<TopicLabels> topics = ConcurrentHashMap.newKeySet();

    private final Set<TopicLabels> groups = ConcurrentHashMap.newKeySet();

    private boolean warned;

    TopicLimit(int max) {
        this.max = max;
    }

    /** Labels of a topic. Labels that were returned before are mapped to themselves. */
    TopicLabels topic(String queue, String group, String topic) {
        TopicLabels own = new TopicLabels(queue, group, topic);
        if (topics.contains(own)) {
            return own;
        }
        if (TopicLabels.isShared(topic)) {
            return new TopicLabels(queue, group(queue, group).group(), topic);
        }
        if (admits(topics, own)) {
            admits(groups, ofGroup(queue, group));
            return own;
        }
        return group(queue, group);
    }

    /** Labels of a group's meters without a topic. */
    TopicLabels group(String queue, String group) {
        TopicLabels own = ofGroup(queue, group);
        if (TopicLabels.isShared(group) || groups.contains(own) || admits(groups, own)) {
            return own;
        }
        return ofGroup(queue, OTHER);
    }

    private static TopicLabels ofGroup(String queue, String group) {
        return new TopicLabels(queue, group, OTHER);
    }

    private synchronized boolean admits(Set<TopicLabels> admitted, TopicLabels labels) {
        if (admitted.contains(labels)) {
            return true;
        }
        if (admitted.size() < max) {
            admitted.add(labels);
            return true;
        }
        if (!warned) {
            warned = true;
            log.warn(
                    "There are more than {} topics: the meters of {}/{} and of further ones are those of topic \"{}\"; {}"
                            + " is the number of topics with their own",
                    max,
                    labels.group(),
                    labels.topic(),
                    OTHER,
                    DelayQueueMetricsProperties.PREFIX + ".max-topics");
        }
        return false;
    }
}
