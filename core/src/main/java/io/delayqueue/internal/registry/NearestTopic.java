package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the registered topic whose name is the most similar to a mistaken one: by the number of characters to change. */
final class NearestTopic {

    /** Share of the characters that may differ, as a divisor. */
    private static final int SHARE = 4;

    private NearestTopic() {}

    /**
     * Searches the whole registry.
     *
     * @return the nearest topic, the first by name of several; null if none is similar
     */
    static @Nullable TopicName of(TopicName mistaken, Map<String, Set<String>> registry) {
        TopicName nearest = null;
        int least = Math.max(2, mistaken.toString().length() / SHARE) + 1;
        for (Map.Entry<String, Set<String>> entry : registry.entrySet()) {
            String group = entry.getKey();
            if (!TopicName.isValid(group)) {
                continue;
            }
            int ofGroup = distance(mistaken.group(), group);
            for (String topic : entry.getValue()) {
                // At least one character is changed for each one that a name is longer.
                if (!TopicName.isValid(topic)
                        || ofGroup + Math.abs(topic.length() - mistaken.topic().length()) > least) {
                    continue;
                }
                TopicName name = new TopicName(group, topic);
                int distance = ofGroup + distance(mistaken.topic(), topic);
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

    /** Returns the number of characters to insert, delete or replace; upper and lower case are the same. */
    static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                boolean same = Character.toLowerCase(one.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
            }
            last = row;
        }
        return last[other.length()];
    }
}
