package io.delayqueue.store;

import java.util.List;

/**
 * Result of a reserve.
 *
 * @param tasks the tasks, by priority and then in the order of their time
 * @param remaining how many ready tasks the topic has left; none if no more may be leased now
 * @param storeTime the store's time of the reserve, in milliseconds since the epoch
 * @param repeated whether the call was sent more than once, so that an earlier sending may have leased tasks whose reply was lost;
 *     see {@link TaskStore#reclaim}
 * @param limited whether the topic has limits, so that a task which waits for a callback takes a place from others
 */
public record Reservation(
        List<ReservedTask> tasks, long remaining, long storeTime, boolean repeated, boolean limited) {}
