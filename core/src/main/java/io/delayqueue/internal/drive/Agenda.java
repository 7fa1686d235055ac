package io.delayqueue.internal.drive;

import io.delayqueue.TopicName;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a store tells whoever moves its time, so that an engine can go through it step by step. */
public interface Agenda {

    /** {@return the clock by which the store goes} */
    Clock clock();

    /**
     * Asks when something happens by itself: the first delayed task of these groups is due, or the first lease ends.
     *
     * @param groups the groups
     * @return when, in the past too if it was not seen to; null if nothing waits
     */
    @Nullable
    Instant next(Collection<String> groups);

    /**
     * Asks which task is to be delivered next.
     *
     * @param topics the topics to choose from
     * @return the one whose next ready task was due first, of several the one that became ready first; null if no topic has a task
     *     that could be reserved
     */
    @Nullable
    TopicName firstReady(Collection<TopicName> topics);
}
