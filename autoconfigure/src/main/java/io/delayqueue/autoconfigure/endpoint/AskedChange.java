package io.delayqueue.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * A change as it was asked for.
 *
 * @param queue the name of the queue; null for the default queue, or the only one
 */
record AskedChange(
        String group, String topic, String action, @Nullable String queue) {}
