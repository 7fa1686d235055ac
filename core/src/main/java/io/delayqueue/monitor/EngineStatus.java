package io.delayqueue.monitor;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is doing, as it knows it by itself: the store is not asked. Its parts are looked at one after the other.
 *
 * @param name the engine's name among those of its application
 * @param instance its name in leases, unique among instances
 * @param address where its store is
 * @param running whether it has been started, and no stop has begun since
 * @param outage for how long the store has not answered; null if it does
 * @param findings the risks to tasks that the last check of the store found, of those that are not
 *     {@linkplain DelayQueueEngineBuilder#ignoreStoreFindings ignored}; none before the first, which follows the start at once
 * @param groups the groups it works for; none before the start and after the end of a stop
 */
public record EngineStatus(
        String name,
        String instance,
        String address,
        boolean running,
        @Nullable Duration outage,
        List<StoreFinding> findings,
        List<GroupStatus> groups) {

    /**
     * What it does for a group. Each of its threads asks the store every one to three seconds, even when there is nothing to do; the
     * ages grow while a thread gets no answer, and while it hangs.
     *
     * @param group the group
     * @param pushing whether it is this instance that makes the group's due tasks ready; not while it hangs or the store does not answer
     * @param sincePush the age of the last answer to a push, or to the question whether to push
     * @param sinceReserve the age of the last look for ready tasks
     * @param sinceAcknowledge the age of the last time at which all outcomes then known had been told
     * @param topics the topics consumed here
     * @param foreignKeys keys of the group's topics that another program has written, and that keep tasks of their topic from being
     *     ready; known to the instance that pushes only
     */
    public record GroupStatus(
            String group,
            boolean pushing,
            Duration sincePush,
            Duration sinceReserve,
            Duration sinceAcknowledge,
            List<TopicStatus> topics,
            List<String> foreignKeys) {}

    /**
     * What it does for a topic.
     *
     * @param name the topic
     * @param concurrency how many callbacks may run at once
     * @param running how many run
     * @param waiting how many tasks were fetched and wait for a thread
     * @param ignoringInterruption how many callbacks were given up because they ignored the interruption at the end of their time,
     *     and have not returned since
     * @param unacknowledged how many tasks have ended whose outcome the store has not taken
     * @param blocked for how long as many have run as may at once without one of them ending; null unless that is longer than
     *     {@link DelayQueueEngineBuilder#blockedAfter}
     */
    public record TopicStatus(
            TopicName name,
            int concurrency,
            int running,
            int waiting,
            int ignoringInterruption,
            int unacknowledged,
            @Nullable Duration blocked) {

        private static final int MAX_UNACKNOWLEDGED = 1_000;

        /**
         * The bound of unacknowledged outcomes from which a topic is held back.
         *
         * @param concurrency how many callbacks of the topic run at once
         * @return 1,000, or ten times the concurrency if that is more
         */
        public static int maxUnacknowledged(int concurrency) {
            return (int) Math.max(MAX_UNACKNOWLEDGED, Math.min(10L * concurrency, Integer.MAX_VALUE));
        }

        /**
         * Whether no more tasks are reserved until the store has taken some outcomes.
         *
         * @return whether 1,000 are unacknowledged, or ten times the concurrency if that is more
         */
        public boolean heldBack() {
            return unacknowledged >= maxUnacknowledged(concurrency);
        }

        /** {@return how many more callbacks could run} */
        public int free() {
            return Math.max(0, concurrency - running);
        }
    }
}
