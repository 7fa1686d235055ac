package io.delayqueue.monitor;

import io.delayqueue.TopicName;
import java.time.Duration;

/**
 * Hears what an engine does, to count it. Called on the engine's own threads and on those that add: it has to be quick, and
 * thread-safe. What it throws is logged and changes nothing.
 *
 * <p>Each event is told in the instance in which it happened, and only there. After a crash, or when a reply of the store was lost,
 * an event may go untold.
 */
public interface EngineObserver {

    /**
     * Tasks were added or replaced here.
     *
     * @param topic the topic
     * @param tasks how many; tasks that existed already do not count
     */
    default void added(TopicName topic, int tasks) {}

    /**
     * Tasks were removed here before they were finished.
     *
     * @param topic the topic
     * @param tasks how many
     */
    default void removed(TopicName topic, long tasks) {}

    /**
     * A callback is about to begin, or a task has been handed to a pull consumer.
     *
     * @param topic the topic
     * @param lateness how long after this attempt was due, by the store's clock; never negative
     */
    default void started(TopicName topic, Duration lateness) {}

    /**
     * An attempt has ended here, and the store has taken its outcome.
     *
     * @param topic the topic
     * @param outcome how it ended
     */
    default void ended(TopicName topic, TaskOutcome outcome) {}

    /**
     * Leases of any instance have ended without an outcome; their tasks are ready again. Told where the group's pusher is.
     *
     * @param topic the topic
     * @param tasks how many
     */
    default void leaseExpired(TopicName topic, int tasks) {}
}
