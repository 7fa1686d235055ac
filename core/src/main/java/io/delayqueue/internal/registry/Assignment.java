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
 * What of the register this instance works for. It consumes the topics it has a callback for, or all of them but those that
 * are pulled here if tasks may bring their callbacks. It works for the groups in which it consumes a topic, for those named to it,
 * and for a while for those it is pulled from though they do not exist; never for those that are disabled.
 */
public final class Assignment {

    private static final Logger log = Loggers.of(Assignment.class);

    private final Set<TopicName> callbacks;

    private final boolean consumeAll;

    private final LocalTopics localTopics;

    /** Topics that have turned out to be another application's. */
    private final Set<TopicName> foreign = ConcurrentHashMap.newKeySet();

    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    public Assignment(Set<TopicName> callbacks, boolean consumeAll, LocalTopics localTopics) {
        this.callbacks = callbacks;
        this.consumeAll = consumeAll;
        this.localTopics = localTopics;
    }

    /** From now on this topic is not consumed here, for it has turned out to be another application's; false if it was known. */
    public boolean leaveAlone(TopicName topic) {
        boolean isNew = foreign.add(topic);
        if (isNew) {
            log.warn(
                    "{} is left alone from now on: its tasks bring no callback, there is none for it here, and it was"
                            + " not declared here",
                    topic);
        }
        return isNew;
    }

    /** The groups to work for, each with the topics to consume, which may be none. */
    public Map<String, Set<String>> of(Map<String, Set<String>> register) {
        Map<String, Set<String>> work = new LinkedHashMap<>();
        localTopics.awaited().forEach(group -> work.put(group, Set.of()));
        register.forEach((group, topics) -> {
            if (!isValid(group) || localTopics.isDisabled(group)) {
                return;
            }
            Set<String> consumed = new LinkedHashSet<>();
            for (String topic : topics) {
                if (isValid(topic) && isOurs(new TopicName(group, topic))) {
                    consumed.add(topic);
                }
            }
            if (!consumed.isEmpty() || localTopics.contains(group) || work.containsKey(group)) {
                work.put(group, consumed);
            }
        });
        return work;
    }

    private boolean isOurs(TopicName topic) {
        if (callbacks.contains(topic)) {
            return true;
        }
        return consumeAll
                && !localTopics.isPulled(topic)
                && (localTopics.contains(topic) || !foreign.contains(topic));
    }

    private boolean isValid(String name) {
        boolean valid = TopicName.isValid(name);
        if (!valid && refused.add(name)) {
            log.warn("The register holds the name '{}', which no group or topic can have; it is passed over", name);
        }
        return valid;
    }
}
