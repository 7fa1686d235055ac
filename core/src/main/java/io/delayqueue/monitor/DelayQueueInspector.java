package io.delayqueue.monitor;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import java.time.Instant;
import java.util.List;

/**
 * Looks who works, what time it is, and whether the store holds what it should: each task in exactly one state, and nothing of tasks that are gone. Nothing that
 * this library does breaks that; a hand in the store, a restored backup or a lost part of a cluster may.
 *
 * <p>{@link #audit} and {@link #repair} walk through a whole group in many small atomic steps, each of some hundred entries, while the group works
 * on. What moves meanwhile is no finding: an entry and all that belongs to it are seen at one moment. Thread-safe.
 */
public interface DelayQueueInspector {

    /**
     * Looks, and changes nothing.
     *
     * @param group the group
     * @return what was found
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    AuditReport audit(String group);

    /**
     * Looks, and repairs what it finds: one atomic step a finding, which looks again before it changes anything. Tasks run late
     * rather than never, and twice rather than not at all. Can be repeated.
     *
     * @param group the group
     * @return what was found, and what was done to it
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time; what was repaired before stays repaired
     * @throws TaskStoreException if the store refuses it; what was repaired before stays repaired
     */
    AuditReport repair(String group);

    /**
     * Tells who works for a group: every running engine that has callbacks for it or was told of it, whichever application it is in;
     * those that have added to it within the last minute; and those that went without a stop within the last minutes. One call of the
     * store; whoever asks needs no callbacks, and does not have to be started.
     *
     * <p>The counters of an instance begin at zero with each start of its engine, and end with it. So take differences by instance
     * between two calls, and take a name that is new, or a counter that has become less, for a new start. What is told is up to ten seconds
     * old, and two for whoever asks at least every half minute.
     *
     * @param group the group
     * @return the instances in the order of their names; none if nobody works for it
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<InstanceInfo> instances(String group);

    /**
     * Tells the time by the clock that decides when tasks are due: that of the server that has the group. One call of the store.
     *
     * @param group the group
     * @return the time there, in milliseconds
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Instant storeTime(String group);
}
