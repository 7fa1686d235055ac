package io.delayqueue.store;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of a push.
 *
 * @param elected whether this instance is the group's pusher; if not, nothing was moved
 * @param due how many delayed tasks became ready, or went straight to a lease of the same step
 * @param expired how many tasks became ready again because their lease had ended, by topic
 * @param waitMicros how long until there may be a reason to push again, in microseconds, two seconds at most: the next task's time, the end of a
 *     lease, or the end of the other pusher's claim; zero if tasks are left that could not be moved in this step. Too short by a task that was
 *     removed, or a lease that was renewed, since the last push
 * @param nextTopic the topic for which this reason is, for a {@linkplain TaskStore#pushAndReserve push that also reserves}; null if
 *     there is none, or if several instances push and the signals have to assign the tasks
 * @param foreignKeys names of keys that the store keeps for a topic and that another program has written, with their topics: all that
 *     are known. Such a topic is left as it is until a sweep finds the key repaired, and other topics continue; a signal is replaced
 * @param storeTime the store's time of the push, in milliseconds since the epoch
 * @param signalled the topics whose signal was set; empty if several instances push and the signals have to assign the tasks
 */
public record PushResult(
        boolean elected,
        int due,
        Map<String, Integer> expired,
        long waitMicros,
        @Nullable String nextTopic,
        Map<String, String> foreignKeys,
        long storeTime,
        Set<String> signalled) {}
