package io.delayqueue.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be configured under {@code delayqueue.web}.
 *
 * @param enabled Whether the queue can be seen and steered over HTTP.
 * @param path Where: the dashboard there, the API below it under /api/v1. Begins with a slash and does not end with one.
 */
@ConfigurationProperties(DelayQueueWebProperties.PREFIX)
public record DelayQueueWebProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/delayqueue") String path) {

    static final String PREFIX = "delayqueue.web";

    /**
     * Checks the values.
     *
     * @param enabled as the record says
     * @param path as the record says
     * @throws IllegalArgumentException if the path breaks the rule
     */
    public DelayQueueWebProperties {
        if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(PREFIX
                    + ".path must begin with a slash, not end with one, and have letters, digits, '.', '_', '~' and '-'"
                    + " in between, but is " + path);
        }
    }
}
