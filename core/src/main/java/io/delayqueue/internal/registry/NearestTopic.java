package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import io.delayqueue.log.NearestName;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the registered topic whose name is the most similar to a mistaken one: by the number of characters to change. */
final class NearestTopic {

    private NearestTopic() {}

    /** Returns the sentence for a message that names the nearest topic, behind a space; empty if there is none. */
    static String hint(TopicName mistaken, Map<String, Set<String>> registry) {
        TopicName nearest = of(mistaken, registry);
        return nearest == null ? "" : " The registered topic with the most similar name is " + nearest + ".";
    }

    /**
     * Searches the whole registry.
     *
     * @return the nearest topic, the first by name of several; null if none is similar
     */
    static @Nullable TopicName of(TopicName mistaken, Map<String, Set<String>> registry) {
        TopicName nearest = null;
        int least = NearestName.maxDistance(mistaken.toString()) + 1;
        for (Map.Entry<String, Set<String>> entry : registry.entrySet()) {
            String group = entry.getKey();
            if (!TopicName.isValid(group)) {
                continue;
            }
            int ofGroup = NearestName.distance(mistaken.group(), group);
            for (String topic : entry.getValue()) {
                // At least one character is changed for each one that a name is longer.
                if (!TopicName.isValid(topic)
                        || ofGroup + Math.abs(topic.length() - mistaken.topic().length()) > least) {
                    continue;
                }
                TopicName name = new TopicName(group, topic);
                int distance = ofGroup + NearestName.distance(mistaken.topic(), topic);
                if (distance < least || distance == least && nearest != null && before(name, nearest)) {
                    nearest = name;
                    least = distance;
                }
            }
        }
        return nearest;
    }

    private static boolean before(TopicName one, TopicName other) {
        return one.toString().compareTo(other.toString()) < 0;
    }
}
