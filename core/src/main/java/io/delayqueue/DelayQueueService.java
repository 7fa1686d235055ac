package io.delayqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Adds, finds, reschedules and removes tasks. Thread-safe.
 *
 * <p>The store has confirmed an add that returns. Ids make adds idempotent: a second add of an id that is still in the group
 * changes nothing and returns {@link AddResult.Outcome#EXISTED}. The same {@link Task} object can therefore be added again after a
 * failure: this makes no second task unless the first has finished.
 *
 * <p>Every method throws a {@link DelayQueueException} once the engine is closed.
 */
public interface DelayQueueService {

    /**
     * Adds one task and waits for the store to confirm it. Concurrent calls of several threads share a round trip. While the store
     * does not answer, an add fails after the rest of a call under way and one more call at most.
     *
     * @param task the task
     * @return its id, whether it is new, and when it is due
     * @throws InvalidTaskException if the payload cannot be written or is too large, the callback class is not allowed, or the id
     *     belongs to a task of another topic of the group; nothing was written
     * @throws TaskExistsException if the id is taken and the task's mode is {@link IfExists#FAIL}; nothing was written
     * @throws TaskNotReplicatedException if replicas are required and too few confirmed it in time; it was added, and may be
     *     delivered
     * @throws TaskStoreUnavailableException if the store did not confirm it in time; it may or may not have been added
     * @throws TaskStoreException if the store refused it; nothing was written
     */
    AddResult addTask(Task task);

    /**
     * Adds many tasks, in as few round trips as possible. Tasks of one group are added in order, in steps of at most 500 tasks;
     * each step is atomic, the whole call is not.
     *
     * @param tasks the tasks, of any groups and topics
     * @return the results in the order of the tasks
     * @throws InvalidTaskException if one of them is not valid, for the reasons of {@link #addTask}. If the rule can be checked
     *     without the store, nothing was written; if an id belongs to another topic, the other tasks were added
     * @throws TaskStoreException if the store did not confirm all of them; some may have been added, and adding the same list again
     *     completes it
     */
    List<AddResult> addTasks(Collection<Task> tasks);

    /**
     * Adds one task without waiting for the store. {@link io.delayqueue.AddQueueLimits} limit the tasks of a group that wait, and
     * set whether a caller waits for room.
     *
     * @param task the task
     * @return a future completed with the result or the exception of {@link #addTask}, or with an {@link AddQueueFullException} if
     *     too many wait and nothing was written; dependent stages without an executor of their own, of a success or a failure, run
     *     on a thread of the engine that may add and block, or on the calling thread if it is completed by then
     */
    CompletableFuture<AddResult> addTaskAsync(Task task);

    /**
     * Finds a task.
     *
     * @param group the group it is in
     * @param id its id
     * @return the task, or empty if there is none: it was never added, or it has finished
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    Optional<TaskInfo> findTask(String group, String id);

    /**
     * Removes a task in any state: it does not run, or not again. If it is running, its outcome is discarded and its callback
     * interrupted, unless the callback itself removes it on its own thread; {@link TaskContext#isCancelled()} then returns true. The work
     * of an asynchronous callback is cancelled, also if the work removes the task.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether the task is removed, with the task as it was. Of a removal and the end of a task exactly one succeeds. If a reply was
     *     lost, the result of the repeated call lacks payload, description, headers, errors and priority of a task larger than 4 KB
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreUnavailableException if the store did not answer in time: the task may have been removed
     * @throws TaskStoreException if the store refused it; concurrent removals share a call, of which a part may have been made if
     *     tasks are large
     */
    RemoveResult removeTask(String group, String id);

    /**
     * Removes many tasks of a group, in steps of at most 500, of large tasks fewer; each step is atomic, the whole call is not.
     *
     * @param group the group they are in
     * @param ids their ids
     * @return the results in the order of the ids, one for each different id. If a reply was lost, the results of the repeated step
     *     lack payload, description, headers, errors and priority beyond its first 4 KB
     * @throws InvalidTaskException if the group's name or an id breaks the rule; nothing was removed
     * @throws TaskStoreException if a step failed; the previous steps were made
     */
    List<RemoveResult> removeTasks(String group, Collection<String> ids);

    /**
     * Gives a task another due time, earlier or later, unless it is running. Its number of attempts stays.
     *
     * @param group the group it is in
     * @param id its id
     * @param delay the delay from now, by the store's clock; zero runs it as soon as a callback is free
     * @return whether the task has the new time, or the reason why not
     * @throws InvalidTaskException if the group's name, the id or the delay breaks the rule
     * @throws TaskStoreUnavailableException if the store did not answer in time: the task may have its new time
     * @throws TaskStoreException if the store refused it; nothing was changed
     */
    RescheduleResult rescheduleTask(String group, String id, Duration delay);

    /**
     * Gives a task another due time, earlier or later, unless it is running. Its number of attempts stays.
     *
     * @param group the group it is in
     * @param id its id
     * @param at the due time; an instant in the past means at once
     * @return whether the task has the new time, or the reason why not
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
     * Interrupts the attempt of a running task, in whatever instance it runs, as at the end of its time to run: its thread is
     * interrupted, or its asynchronous work cancelled. The attempt has failed then, whatever its callback returns, and the retry policy
     * decides about the next; it is given up if it has not ended 5 s later. An attempt whose callback has not begun, and the task of a
     * pull consumer, are not interrupted. A task that runs in a batch shares its attempt with all tasks in the list of
     * that call, which fail too.
     *
     * <p>The request is a message, which may be lost while the connection of the instance is broken: it can be repeated. It names the
     * delivery, so it never interrupts a later attempt.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether the task is reserved, so that the message was sent
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store did not confirm it; the message may have been sent
     */
    boolean interruptTask(String group, String id);

    /**
     * Interrupts an attempt as {@link #interruptTask(String, String)} does, unless the task is no longer in this attempt. For requests
     * of an operator, who has seen the attempt some time before.
     *
     * @param group the group it is in
     * @param id its id
     * @param reservedAt when the attempt was reserved, as {@link TaskInfo#reservedAt} has it
     * @return whether the task is reserved by this attempt, so that the message was sent
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store did not confirm it; the message may have been sent
     */
    boolean interruptTask(String group, String id, Instant reservedAt);

    /**
     * Changes when a repeating task runs. Its next occurrence is due as if one ended now: at the next time of a cron expression, or
     * after the period or the delay. An occurrence that is due already runs, and is followed by the changed repetition, unless it ends
     * the task as it would have without the change: a dead letter has the changed repetition, and runs by it when it is requeued. Payload,
     * headers, attempts and last run stay. A paused task stays paused. Three calls of the store; a task that changes meanwhile is read
     * again. Can be repeated.
     *
     * @param group the group it is in
     * @param id its id
     * @param expected the repetition that it must have unless it has the other one already, else nothing is changed; null for any
     * @param repeat the other repetition
     * @return whether it has the other repetition, or the reason why not
     * @throws InvalidTaskException if the group's name or the id breaks the rule, the expression is invalid or has no time in the future, or
     *     the task cannot be read; nothing was changed
     * @throws TaskStoreUnavailableException if the store did not answer in time: the task may have been changed
     * @throws TaskStoreException if the store refused it; nothing was changed
     */
    RepeatResult changeRepeat(String group, String id, @Nullable Repeat expected, Repeat repeat);

    /**
     * Pauses a repeating task, until it is resumed: no occurrence begins, not even one that is due. An attempt that is reserved runs, and
     * so do the retries of its occurrence. {@link #runTaskNow} runs one occurrence in spite of the pause. A replacement of the task ends the pause; a restart of an application does not.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether it was not paused before, or the reason why it is not paused
     * @throws InvalidTaskException if the group's name or the id breaks the rule, or the task cannot be read; nothing was changed
     * @throws TaskStoreException as for a change
     */
    RepeatResult pauseRepeat(String group, String id);

    /**
     * Ends the pause of a repeating task. Its next occurrence is due at the time that it had if that is to come, else at the next one of
     * its repetition: what was missed during the pause is not made up for.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether it was paused before
     * @throws InvalidTaskException as for a pause, or if the expression has no time in the future; nothing was changed
     * @throws TaskStoreException as for a change
     */
    RepeatResult resumeRepeat(String group, String id);

    /**
     * Makes a dead letter ready again. Its attempts count from one again.
     *
     * @param group the group it is in
     * @param id its id
     * @return whether there was such a dead letter
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreException if the store did not confirm it
     */
    boolean requeueDeadLetter(String group, String id);

    /**
     * Makes a dead letter ready again with another payload. Its attempts count from one again. All else of the task stays as it was.
     *
     * @param group the group it is in
     * @param id its id
     * @param payload the payload, written as JSON as that of a new task
     * @return whether there was such a dead letter: false if it was requeued or removed meanwhile; nothing was changed then
     * @throws InvalidTaskException if the group's name or the id breaks the rule, or the payload cannot be written, is too large or
     *     null as JSON, or if the task has a callback class instead of a payload or cannot be read; nothing was changed
     * @throws TaskStoreException if the store did not confirm it
     */
    boolean requeueDeadLetter(String group, String id, Object payload);

    /**
     * Returns the operations on a whole topic: list, count, pause, resume, remove, requeue, purge.
     *
     * @param group the group's name
     * @param topic the topic's name
     * @return the operations; makes no call of the store
     * @throws InvalidTaskException if a name breaks the rule
     */
    TopicOperations topic(String group, String topic);

    /**
     * Returns the tasks of a group that have a tag. The call does not use the store.
     *
     * @param group the group's name
     * @param tag the tag
     * @return the tasks
     * @throws InvalidTaskException if the name breaks the rule of {@link TopicName}
     */
    TaggedTasks tagged(String group, Tag tag);

    /**
     * Returns the tasks of all registered groups that have a tag. The call does not use the store.
     *
     * @param tag the tag
     * @return the tasks
     */
    TaggedTasks tagged(Tag tag);

    /**
     * Counts the tasks of a group by topic and state. The cost depends on the number of topics, not of tasks. The counts of one
     * topic are of the same moment; those of many topics are not, because the store counts some 200 topics at a time.
     *
     * @param group the group
     * @return the counts of every topic that has or had a task, in no particular order; a topic that is not registered and has no
     *     task may be missing
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    List<TaskCounts> countTasks(String group);

    /**
     * Counts the tasks of some topics of a group, as {@link #countTasks(String)} does: in steps of at most 200 topics, each of the
     * same moment.
     *
     * @param group the group
     * @param topics the topics; those without a task have zeros
     * @return the counts in the given order; empty, without a call of the store, if no topic is given
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreException if the store does not answer
     */
    List<TaskCounts> countTasks(String group, Collection<String> topics);
}
