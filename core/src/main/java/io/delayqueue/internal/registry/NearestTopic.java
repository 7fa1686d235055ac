package io.delayqueue.internal.registry;

import io.delayqueue.TopicName;
import io.delayqueue.log.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the registered topic whose name, with its group's, is the most similar to a mistaken one. */
final class NearestTopic {

    private NearestTopic() {}

    /** Returns the sentence for a message that names the nearest topic, behind a space; empty if no topic is similar. */
    static String hint(TopicName mistaken, Map<String, Set<String>> registry) {
        List<String> names = new ArrayList<>();
        registry.forEach((group, topics) -> topics.forEach(topic -> {
            // Another program may have written invalid names.
            if (TopicName.isValid(group) && TopicName.isValid(topic)) {
                names.add(new TopicName(group, topic).toString());
            }
        }));
        String nearest = NearestName.of(mistaken.toString(), names);
        return nearest == null ? "" : " The registered topic with the most similar name is " + nearest + ".";
    }
}
