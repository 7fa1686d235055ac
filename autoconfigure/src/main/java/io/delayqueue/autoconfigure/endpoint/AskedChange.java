package io.delayqueue.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * Requested change.
 *
 * @param group the group; null for a change of all groups
 * @param topic the topic, or the limit; null for a change of the whole group
 * @param queue the name of the queue; null for the default queue, or the only one
 */
record AskedChange(
        @Nullable String group,
        @Nullable String topic,
        String action,
        @Nullable String queue) {}
