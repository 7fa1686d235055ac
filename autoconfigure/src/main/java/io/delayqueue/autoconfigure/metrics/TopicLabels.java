package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.Tags;

/** What the meters of a topic are tagged with. */
record TopicLabels(String queue, String group, String topic) {

    static final String QUEUE = "queue";

    static final String GROUP = "group";

    static final String TOPIC = "topic";

    /** Stands for all the topics, or groups, that have no meters of their own. */
    static final String OTHER = "other";

    /** The topic, or the group, of a bulk that has several. */
    static final String MANY = "many";

    /** Whether a name stands for several. */
    static boolean isShared(String name) {
        return name.equals(OTHER) || name.equals(MANY);
    }

    Tags tags() {
        return Tags.of(QUEUE, queue, GROUP, group, TOPIC, topic);
    }
}
