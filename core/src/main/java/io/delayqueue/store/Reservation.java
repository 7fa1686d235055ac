package io.delayqueue.store;

import java.util.List;

/**
 * What a reserve gave.
 *
 * @param tasks the tasks, in the order they became ready
 * @param remaining how many ready tasks the topic has left
 * @param repeated whether the call was sent more than once, so that an earlier sending may have leased tasks whose reply
 *     was lost; see {@link TaskStore#reclaim}
 */
public record Reservation(List<ReservedTask> tasks, long remaining, boolean repeated) {}
