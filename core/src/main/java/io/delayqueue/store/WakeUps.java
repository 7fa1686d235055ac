package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.util.Collection;

/**
 * Messages between instances. All of them can be lost: each receiver also checks the store at intervals. No message decides the
 * state of a task.
 */
public interface WakeUps {

    /**
     * Opens a subscription, which receives nothing until it is run.
     *
     * @param listener receives the messages, on the thread that runs the subscription; must be fast
     * @return the subscription
     */
    Subscription open(Listener listener);

    /** Receives the messages. */
    interface Listener {

        /** The subscription is established, for the first time or again. Earlier messages may be lost. */
        void subscribed();

        /**
         * A task was added that is due before the next check of the group's pusher.
         *
         * @param group the group
         */
        void earlierTask(String group);

        /**
         * The group's pusher has resigned.
         *
         * @param group the group
         */
        void pusherResigned(String group);

        /**
         * A topic was paused.
         *
         * @param topic the topic
         */
        void paused(TopicName topic);

        /**
         * A reserved task was removed or replaced.
         *
         * @param topic its topic
         * @param id the task's id
         * @param number the number of its newest delivery, which is stale now
         * @param replaced whether it was replaced
         */
        void removed(TopicName topic, String id, long number, boolean replaced);

        /**
         * The attempt of a reserved task is to be interrupted, as {@link TaskStore#isInterruptRequested} confirms.
         *
         * @param topic its topic
         * @param id the task's id
         * @param number the number of its newest delivery, which alone is meant
         */
        void interrupted(TopicName topic, String id, long number);

        /** The registry of groups and topics has changed. */
        void registryChanged();

        /** A heartbeat of this subscription has come back: it receives messages. */
        default void alive() {}
    }

    /** A subscription. Thread-safe. */
    interface Subscription extends AutoCloseable {

        /**
         * Receives messages on the calling thread until the subscription is closed. To be called again after it throws.
         *
         * @throws io.delayqueue.TaskStoreException when the connection breaks or cannot be made
         */
        void run();

        /**
         * Sets the groups whose messages are received. May be called before and while it runs.
         *
         * @param groups all groups of interest
         */
        void follow(Collection<String> groups);

        /**
         * Sends a heartbeat, which reveals a connection that broke silently: {@link #run} throws then.
         *
         * @throws io.delayqueue.TaskStoreRefusalException if the store accepts no writes
         */
        void ping();

        /** Ends {@link #run}. */
        @Override
        void close();
    }
}
