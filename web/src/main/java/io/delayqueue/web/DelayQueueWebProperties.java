package io.delayqueue.web;

import io.delayqueue.Task;
import io.delayqueue.log.LogText;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties under {@code delayqueue.web}.
 *
 * @param enabled Whether the API and the dashboard exist.
 * @param path The path of the dashboard; the API is below it under /api/v1. Begins with a slash and does not end with
 *     one.
 * @param maxBodySize The largest body of a request to the API.
 * @param maxBatch How many tasks one request may add.
 * @param maxLongPolls How many requests may wait for tasks at once; further ones are answered with 429.
 * @param maxWait The longest time for which a request may wait for tasks.
 * @param maxStreams How many pages of the dashboard may be open at once, over all queues: each holds a connection.
 */
@ConfigurationProperties(DelayQueueWebProperties.PREFIX)
public record DelayQueueWebProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/delayqueue") String path,
        @DefaultValue("2MB") DataSize maxBodySize,
        @DefaultValue("500") int maxBatch,
        @DefaultValue("32") int maxLongPolls,
        @DefaultValue("30s") Duration maxWait,
        @DefaultValue("50") int maxStreams) {

    static final String PREFIX = "delayqueue.web";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is invalid
     */
    public DelayQueueWebProperties {
        if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(PREFIX
                    + ".path must begin with a slash, not end with one, and have letters, digits, '.', '_', '~' and '-'"
                    + " in between, but is " + path);
        }
        if (maxBodySize.toBytes() < 1) {
            throw new IllegalArgumentException(PREFIX + ".max-body-size must be at least 1B, but is " + maxBodySize);
        }
        if (maxBatch < 1) {
            throw new IllegalArgumentException(PREFIX + ".max-batch must be at least 1, but is " + maxBatch);
        }
        if (maxLongPolls < 1) {
            throw new IllegalArgumentException(PREFIX + ".max-long-polls must be at least 1, but is " + maxLongPolls);
        }
        if (maxWait.isNegative() || maxWait.compareTo(Task.MAX_DELAY) > 0) {
            throw new IllegalArgumentException(
                    PREFIX + ".max-wait must be from 0 to 36,500 days, but is " + LogText.words(maxWait));
        }
        if (maxStreams < 1) {
            throw new IllegalArgumentException(PREFIX + ".max-streams must be at least 1, but is " + maxStreams);
        }
    }
}
