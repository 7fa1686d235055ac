package io.delayqueue.store;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets consumers wait for work. A topic with ready tasks has one signal, which one waiting consumer takes; it carries no
 * task, so one that is lost with its taker costs a moment and not a task. Throws as {@link TaskStore} does. Thread-safe.
 */
public interface Signals {

    /**
     * Waits for a signal of one of the topics, for at most four seconds.
     *
     * @param topics the topics to wait for, of one group unless the store {@linkplain #spansGroups() waits for several}; when several
     *     have a signal the first in the list is served
     * @param instance the instance that waits, so that {@link #interruptWait} finds it
     * @param atMost how long to wait if that is less; zero to take a signal only if there is one now
     * @return the topic whose signal was taken, or null when the time was over or the wait was {@linkplain #interruptWait interrupted}
     */
    @Nullable
    TopicName await(List<TopicName> topics, String instance, Duration atMost);

    /** {@return whether one wait can be for topics of several groups; false unless overridden} */
    default boolean spansGroups() {
        return false;
    }

    /**
     * Ends a wait of this instance: the current one, or else the next, if it begins within a few seconds.
     *
     * @param group the group of the first topic of the wait
     * @param instance whose wait
     */
    void interruptWait(String group, String instance);
}
