package io.delayqueue.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be configured under {@code delayqueue.web}.
 *
 * @param enabled Whether the queue can be seen and steered over HTTP.
 * @param path Where: the dashboard there, the API below it under /api/v1. Begins with a slash and does not end with one.
 * @param maxStreams How many pages may be open at once, over all queues: each holds a connection.
 */
@ConfigurationProperties(DelayQueueWebProperties.PREFIX)
public record DelayQueueWebProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/delayqueue") String path,
        @DefaultValue("50") int maxStreams) {

    static final String PREFIX = "delayqueue.web";

    /**
     * Checks the values.
     *
     * @param enabled as the record says
     * @param path as the record says
     * @param maxStreams as the record says
     * @throws IllegalArgumentException if one of them breaks its rule
     */
    public DelayQueueWebProperties {
        if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(PREFIX
                    + ".path must begin with a slash, not end with one, and have letters, digits, '.', '_', '~' and '-'"
                    + " in between, but is " + path);
        }
        if (maxStreams < 1) {
            throw new IllegalArgumentException(PREFIX + ".max-streams must be at least 1, but is " + maxStreams);
        }
    }
}
