package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Selects the registered groups and topics that this instance works for. It consumes the topics for which it has a callback, or all
 * that are not pulled here if tasks may carry their callbacks. It serves the groups in which it consumes a topic, and those it
 * declares; never disabled ones, and none if it only adds.
 */
public final class TopicAssignment {

    private static final Logger log = Loggers.of(TopicAssignment.class);

    private final Set<TopicName> callbacks;

    private final boolean consumeAll;

    private final LocalTopics localTopics;

    /** Topics that belong to another application. */
    private final Set<TopicName> foreign = ConcurrentHashMap.newKeySet();

    public TopicAssignment(Set<TopicName> callbacks, boolean consumeAll, LocalTopics localTopics) {
        this.callbacks = callbacks;
        this.consumeAll = consumeAll;
        this.localTopics = localTopics;
    }

    /** Excludes a topic that belongs to another application from now on; false if it was excluded before. */
    public boolean excludeTopic(TopicName topic) {
        boolean isNew = foreign.add(topic);
        if (isNew) {
            log.warn(
                    "{} is not consumed here from now on: its tasks carry no callback, and this instance neither has one"
                            + " for the topic nor declares it",
                    topic);
        }
        return isNew;
    }

    /** The groups to serve, each with the topics to consume, possibly none. */
    public Map<String, Set<String>> of(Map<String, Set<String>> register) {
        Map<String, Set<String>> work = new LinkedHashMap<>();
        register.forEach((group, topics) -> {
            if (!localTopics.mayServe(group)) {
                return;
            }
            Set<String> consumed = new LinkedHashSet<>();
            for (String topic : topics) {
                if (isOurs(new TopicName(group, topic))) {
                    consumed.add(topic);
                }
            }
            if (!consumed.isEmpty() || localTopics.contains(group)) {
                work.put(group, consumed);
            }
        });
        return work;
    }

    private boolean isOurs(TopicName topic) {
        if (callbacks.contains(topic)) {
            return true;
        }
        return consumeAll && !localTopics.isPulled(topic) && (localTopics.contains(topic) || !foreign.contains(topic));
    }
}
