package io.delayqueue.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * Requested change.
 *
 * @param queue the name of the queue; null for the default queue, or the only one
 */
record AskedChange(
        String group, String topic, String action, @Nullable String queue) {}
