package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import io.delayqueue.log.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the registered topic, or group, whose name is the most similar to a mistaken one. */
public final class NearestTopic {

    private NearestTopic() {}

    /** Returns the sentence for a message that names the nearest topic, behind a space; empty if no topic is similar. */
    public static String hint(TopicName mistaken, Map<String, Set<String>> registry) {
        List<String> names = new ArrayList<>();
        registry.forEach((group, topics) -> topics.forEach(topic -> names.add(group + "/" + topic)));
        return hint("topic", mistaken.toString(), names);
    }

    /** Returns the same sentence for a group. */
    public static String hint(String mistaken, Map<String, Set<String>> registry) {
        return hint("group", mistaken, registry.keySet());
    }

    private static String hint(String kind, String mistaken, Collection<String> names) {
        String nearest = NearestName.of(mistaken, names);
        return nearest == null ? "" : " The registered " + kind + " with the most similar name is " + nearest + ".";
    }
}
