package io.delayqueue.monitor;

import io.delayqueue.TopicName;
import java.time.Duration;

/**
 * Receives the events of an engine, for metrics. Called on the engine's threads and on those that add: implementations must be fast
 * and thread-safe, because all groups of an engine share threads. Their exceptions are logged and have no other effect.
 *
 * <p>Only the instance in which an event occurs reports it. Events may be lost after a crash, or when a reply of the store was
 * lost.
 */
public interface EngineObserver {

    /**
     * Called after tasks were added or replaced here.
     *
     * @param topic the topic
     * @param tasks their number; tasks that existed before do not count
     */
    default void added(TopicName topic, int tasks) {}

    /**
     * Called after unfinished tasks were removed here.
     *
     * @param topic the topic
     * @param tasks their number
     */
    default void removed(TopicName topic, long tasks) {}

    /**
     * Called before a callback begins, or when a pull consumer reserves a task.
     *
     * @param topic the topic
     * @param lateness the time since this attempt was due, or since its task got a place of its key, by the store's clock; never negative
     */
    default void started(TopicName topic, Duration lateness) {}

    /**
     * Called together with {@link #started} for the first attempt of a task with a key.
     *
     * @param topic the topic
     * @param wait the time for which the task was behind others of its key, by the store's clock: from its due time, or its last requeue, until it
     *     got a place; zero if a place was free. Includes the delay of a postponement, which counts no attempt
     */
    default void waitedForKey(TopicName topic, Duration wait) {}

    /**
     * Called before the callback of a batch begins, after {@link #started} for each of its tasks.
     *
     * @param topic the topic
     * @param tasks their number
     */
    default void batchStarted(TopicName topic, int tasks) {}

    /**
     * Called after the callback of an attempt has returned or thrown here, before the store knows its outcome. Not called for attempts
     * that are cut short, and not for pull consumers.
     *
     * @param topic the topic
     * @param duration the time since the callback began; of an asynchronous callback, until its work ended
     */
    default void ran(TopicName topic, Duration duration) {}

    /**
     * Called after an attempt has ended here, or was too late to begin, and the store has acknowledged its outcome.
     *
     * @param topic the topic
     * @param outcome the outcome
     */
    default void ended(TopicName topic, TaskOutcome outcome) {}

    /**
     * Called after leases of any instance have expired and their tasks are ready again. Only the group's pusher reports this.
     *
     * @param topic the topic
     * @param tasks their number
     */
    default void leaseExpired(TopicName topic, int tasks) {}
}
