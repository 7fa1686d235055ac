package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Adds tasks, finds them, moves them and takes them back. Thread-safe.
 *
 * <p>An add that returns is confirmed by the store; one that throws says why. Ids make adds idempotent: a second add of an
 * id that is still in the group changes nothing and says so. So the same {@link Task} object can be added again after a
 * failure: there is no second task unless the first has finished meanwhile.
 *
 * <p>Once the engine is closed every method throws a {@link DelayQueueException} that says so.
 */
public interface DelayQueueService {

    /**
     * Adds one task and waits for the store to confirm it. Concurrent calls of several threads share a round trip. While the store
     * does not answer, an add fails after the rest of a call under way and one more call at most.
     *
     * @param task the task
     * @return its id, whether it is new, and when it is due
     * @throws InvalidTaskException if the payload cannot be written or is too large, the callback class is not allowed, or
     *     the id belongs to a task of another topic of the group; nothing was written
     * @throws TaskExistsException if the id is taken and the task {@linkplain IfExists#FAIL is to fail then}; nothing was
     *     written
     * @throws TaskNotReplicatedException if replicas are asked for and too few confirmed it in time; it was added, and may
     *     be delivered
     * @throws TaskStoreUnavailableException if the store did not confirm it in time; it may or may not have been added
     * @throws TaskStoreException if the store refused it; nothing was written
     */
    AddResult addTask(Task task);

    /**
     * Adds many tasks, in as few round trips as possible. Tasks of one group are added in order, in steps of at most 500
     * tasks; each step is atomic, all together are not.
     *
     * @param tasks the tasks, of any groups and topics
     * @return the results in the order of the tasks
     * @throws InvalidTaskException if one of them is not valid, for the reasons of {@link #addTask}. If the rule can be
     *     checked without the store, nothing was written; if an id belongs to another topic, the other tasks were added
     * @throws TaskStoreException if the store did not confirm all of them; some may have been added, and adding the same
     *     list again completes it
     */
    List<AddResult> addTasks(Collection<Task> tasks);

    /**
     * Adds one task without waiting for the store. So many may wait for it in a group at a time; the engine that makes the
     * service can be configured to let a caller wait for room, up to a limit, by {@link io.delayqueue.AddQueueLimits}.
     *
     * @param task the task
     * @return completed with what {@link #addTask} would return, or exceptionally with what it would throw, or with an
     *     {@link AddQueueFullException} if too many wait and nothing was written; dependent stages without an executor of
     *     their own, of a success or a failure, run on a thread of the engine that may add and block, or on the calling thread if it is
     *     completed by then
     */
    CompletableFuture<AddResult> addTaskAsync(Task task);

    /**
     * Looks a task up.
     *
     * @param group the group it is in
     * @param id its id
     * @return the task, or empty if there is none: it was never added, or it has finished
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    Optional<TaskInfo> findTask(String group, String id);

    /**
     * Removes a task, whatever state it is in: it will not run, or not again. If it runs just now its outcome counts no
     * more, and its callback is interrupted, unless it is the callback itself that removes it, on its own thread; the callback can see it
     * by {@link TaskContext#isCancelled()}.
     *
     * @param group the group it is in
     * @param id its id
     * @return the task as it was, or empty if there was none: it was never added, or it has finished. So of a removal and the
     *     end of a task exactly one succeeds. If an answer was lost, the second one leaves out payload, description, headers,
     *     errors and priority of a task larger than 4 KB
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreUnavailableException if the store did not answer in time: the task may have been removed
     * @throws TaskStoreException if the store refused it; removals that meet are one call, and where tasks are large a part of it may
     *     have been made
     */
    Optional<TaskInfo> removeTask(String group, String id);

    /**
     * Removes many tasks of a group, in steps of at most 500, of large tasks fewer; each step is atomic, all together are not.
     *
     * @param group the group they are in
     * @param ids their ids
     * @return those that were there, as they were, in the order of the ids. If an answer was lost, the second one leaves out
     *     payload, description, headers, errors and priority of what is beyond the first 4 KB of a step
     * @throws InvalidTaskException if the group's name or an id breaks the rule; nothing was removed
     * @throws TaskStoreException if a step failed; the steps before it were made
     */
    List<TaskInfo> removeTasks(String group, Collection<String> ids);

    /**
     * Gives a task another time, earlier or later, unless it runs. Its attempts so far count on.
     *
     * @param group the group it is in
     * @param id its id
     * @param delay how long from now, counted on the store's clock; zero runs it as soon as a callback is free
     * @return whether it has the new time, or why not
     * @throws InvalidTaskException if the group's name, the id or the delay breaks the rule
     * @throws TaskStoreUnavailableException if the store did not answer in time: the task may have its new time
     * @throws TaskStoreException if the store refused it; nothing was changed
     */
    RescheduleResult rescheduleTask(String group, String id, Duration delay);

    /**
     * Gives a task another time, earlier or later, unless it runs. Its attempts so far count on.
     *
     * @param group the group it is in
     * @param id its id
     * @param at when it is due; an instant that has passed means at once
     * @return whether it has the new time, or why not
     * @throws InvalidTaskException if the group's name, the id or the instant breaks the rule
     * @throws TaskStoreException as for a delay
     */
    RescheduleResult rescheduleTask(String group, String id, Instant at);

    /**
     * Runs a task as soon as a callback is free, instead of at its time.
     *
     * @param group the group it is in
     * @param id its id
     * @return as {@link #rescheduleTask(String, String, Duration)}
     */
    default RescheduleResult runTaskNow(String group, String id) {
        return rescheduleTask(group, id, Duration.ZERO);
    }

    /**
     * Makes a dead letter ready again. Its attempts count anew.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether there was such a dead letter
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store did not confirm it
     */
    boolean requeueDeadLetter(String group, String id);

    /**
     * What can be done with a topic as a whole: list, count, pause, resume, remove, requeue, purge.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return the operations; nothing is asked of the store yet
     * @throws InvalidTaskException if a name breaks the rule
     */
    TopicOperations topic(String group, String topic);

    /**
     * Counts the tasks of a group by topic and state. Costs the same however many tasks there are, and grows with the topics. The
     * counts of a topic are of one moment; those of many topics are not, for the store counts some 200 topics at a time.
     *
     * @param group the group
     * @return the counts of every topic that has a task, or had one; what is not registered and has none any more may be left out. In no
     *     particular order
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    List<TaskCounts> countTasks(String group);

    /**
     * Counts the tasks of some topics of a group, as {@link #countTasks(String)} does: in steps of at most 200 topics, of which
     * each is of one moment.
     *
     * @param group the group
     * @param topics the topics; those without a task have zeros
     * @return the counts in the order given; none, and nothing is asked of the store, if no topic is given
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    List<TaskCounts> countTasks(String group, Collection<String> topics);
}
