package io.delayqueue.monitor;

import io.delayqueue.TopicName;
import java.time.Duration;

/**
 * Topic whose known tasks cannot be worked off in time by its instances, if each takes one attempt of the measured mean duration.
 *
 * @param topic the topic
 * @param window the shortest window that is too short
 * @param tasks number of tasks that are ready, reserved or fall due within the window
 * @param concurrency maximum number of concurrent callbacks of all instances
 * @param meanDuration the measured mean duration of a callback
 * @param needed the time that the instances need for the tasks, longer than the window
 */
public record TopicOverload(
        TopicName topic, Duration window, long tasks, int concurrency, Duration meanDuration, Duration needed) {

    /** {@return a sentence for operators} */
    public String description() {
        return topic + " cannot be worked off in time: " + tasks + " tasks are due within " + minutes(window) + ", and "
                + concurrency + " concurrent callbacks of " + meanDuration.toMillis() + " ms need " + minutes(needed)
                + " for them. Raise the concurrency, or add instances.";
    }

    private static String minutes(Duration duration) {
        return Math.max(1, duration.toMinutes()) + " min";
    }
}
