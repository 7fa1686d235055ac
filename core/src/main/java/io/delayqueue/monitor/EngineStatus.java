package io.delayqueue.monitor;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Status of an engine, without a call of the store. Its parts are read one after the other.
 *
 * @param name the engine's name among those of its application
 * @param instance its name in leases, unique among instances
 * @param address the address of its store
 * @param namespace the namespace of its keys in the store; null if there is none
 * @param running whether it is started and not being stopped
 * @param haltReason why the engine has stopped by itself, as a sentence; null if it has not, or was started again
 * @param outage time since the store stopped answering; null while it answers
 * @param refusal the message with which the store refuses all commands, or all that write or need memory, at present; null if it does
 *     not. An outage begins with a refusal too
 * @param findings the risks found by the last check of the store that are not ignored by
 *     {@code DelayQueueEngineBuilder.ignoreStoreFindings}; empty before the first check, right after the start
 * @param groups the groups it serves; empty before the start and after a stop
 * @param jobs time since the last sign of life of the threads that belong to no group, such as {@code lease-keeper}, which renews leases:
 *     the end of a run, even by a failure, or progress within it. Idle ones give a sign every four seconds or more often; empty before the
 *     start and after a stop
 * @param unregistered unregistered topics with tasks, as far as this engine knows: those to which it has added,
 *     and, about once a minute while it runs, those found by all instances; at most about 1,000
 */
public record EngineStatus(
        String name,
        String instance,
        String address,
        @Nullable String namespace,
        boolean running,
        @Nullable String haltReason,
        @Nullable Duration outage,
        @Nullable String refusal,
        List<StoreFinding> findings,
        List<GroupStatus> groups,
        Map<String, Duration> jobs,
        Set<TopicName> unregistered) {

    /**
     * Status of a group. Its jobs call the store every one to four seconds, even when idle; the ages grow while a job gets no
     * answer, hangs or has no thread.
     *
     * @param group the group
     * @param pushing whether this instance makes the group's due tasks ready; false while it hangs or the store does not answer
     * @param draining whether this instance reserves no tasks of the group until {@code DelayQueueEngine.undrain}
     * @param sincePush time since the last answer to a push, or to an attempt to become the pusher
     * @param sinceReserve time since the last check for ready tasks
     * @param sinceAcknowledge time since all outcomes were acknowledged; zero while they are
     * @param topics the topics consumed here
     * @param foreignKeys keys of the group's topics that another program has written, and because of which tasks of their topic
     *     cannot become ready; known only to the pusher
     */
    public record GroupStatus(
            String group,
            boolean pushing,
            boolean draining,
            Duration sincePush,
            Duration sinceReserve,
            Duration sinceAcknowledge,
            List<TopicStatus> topics,
            List<String> foreignKeys) {}

    /**
     * Status of a topic.
     *
     * @param name the topic
     * @param concurrency maximum number of concurrent callbacks
     * @param running number of running callbacks
     * @param waiting number of prefetched tasks that wait for a thread
     * @param ignoringInterruption number of callbacks that exceeded their time to run, ignored the interruption and still run
     * @param unacknowledged number of outcomes that the store has not acknowledged
     * @param blocked time for which all {@code concurrency} callbacks have run without one ending; null unless longer than {@code
     *     DelayQueueEngineBuilder.blockedAfter}
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
         * Returns the number of unacknowledged outcomes at which a topic is held back.
         *
         * @param concurrency the topic's concurrency
         * @return 1,000, or ten times the concurrency if that is more
         */
        public static int maxUnacknowledged(int concurrency) {
            return (int) Math.max(MAX_UNACKNOWLEDGED, Math.min(10L * concurrency, Integer.MAX_VALUE));
        }

        /**
         * Returns whether no tasks are reserved until the store has acknowledged some outcomes.
         *
         * @return whether 1,000 are unacknowledged, or ten times the concurrency if that is more
         */
        public boolean heldBack() {
            return unacknowledged >= maxUnacknowledged(concurrency);
        }

        /** {@return the number of further callbacks that could run} */
        public int free() {
            return Math.max(0, concurrency - running);
        }
    }
}
