package io.delayqueue.autoconfigure.metrics;

import io.micrometer.core.instrument.Tags;

/** Tags of the meters of a topic. */
record TopicLabels(String queue, String group, String topic) {

    static final String QUEUE = "queue";

    static final String GROUP = "group";

    static final String TOPIC = "topic";

    /** Value for all topics, or groups, without their own meters. */
    static final String OTHER = "other";

    /** Value for a bulk with several topics or groups. */
    static final String MANY = "many";

    /** Whether a name is a value for several. */
    static boolean isShared(String name) {
        return name.equals(OTHER) || name.equals(MANY);
    }

    Tags tags() {
        return groupTags().and(TOPIC, topic);
    }

    /** Tags of the meters of the group. */
    Tags groupTags() {
        return Tags.of(QUEUE, queue, GROUP, group);
    }
}
