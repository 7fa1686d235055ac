package io.delayqueue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with a tag, in all instances: of one group, or of all groups that are registered. A task is found by a tag from its add until it ends; dead
 * letters are found too. An operation that changes many tasks consists of atomic steps of at most 500; if one fails the earlier ones keep their effect, and
 * the call can be repeated. A task that has the tag during the whole call is changed; one that is added meanwhile may be left. Thread-safe.
 *
 * <p>Every method with a call of the store throws a {@link TaskStoreUnavailableException} if the store does not answer in time (the step may have been
 * made), and a {@link TaskStoreException} if the store refuses it.
 */
public interface TaggedTasks {

    /**
     * Returns those tasks of a topic.
     *
     * @param topic the name of the topic
     * @return the tasks
     * @throws InvalidTaskException if the name breaks the rule of {@link TopicName}
     */
    TaggedTasks ofTopic(String topic);

    /**
     * Returns those tasks that are in some states.
     *
     * @param states the states; none for all
     * @return the tasks
     */
    TaggedTasks inStates(TaskState... states);

    /**
     * Counts the tasks. With a topic or states, the tasks with the tag are read, at most 500 at a time; without them the cost does not depend on their
     * number.
     *
     * @return the number of tasks
     */
    long count();

    /**
     * Lists tasks without their payloads, a page at a time, in the order of their groups and ids.
     *
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit maximum number of tasks, from 1 to {@link TopicOperations#MAX_PAGE}
     * @return a page, possibly with fewer tasks than the limit, even none, and yet a cursor
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of such a page
     */
    TaskPage list(@Nullable String cursor, int limit);

    /** Removes the tasks, as {@link DelayQueueService#removeTask} does; returns how many. */
    long remove();

    /** Makes the dead letters among the tasks ready again; returns how many. */
    long requeue();

    /**
     * Sets another due time of the delayed and ready tasks, each in an atomic step, as {@link DelayQueueService#rescheduleTask(String, String, Instant)} does.
     *
     * @param at the time, by the store's clock
     * @return how many
     * @throws InvalidTaskException if the time is out of range
     */
    long reschedule(Instant at);

    /**
     * Makes one step of {@link #remove()}.
     *
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of removed tasks, and the start of the next step
     * @throws InvalidTaskException if no step can have returned that
     */
    TopicStep remove(@Nullable String from);

    /**
     * Makes one step of {@link #requeue()}.
     *
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of requeued tasks, and the start of the next step
     * @throws InvalidTaskException if no step can have returned that
     */
    TopicStep requeue(@Nullable String from);

    /**
     * Makes one step of {@link #reschedule(Instant)}.
     *
     * @param at the time, by the store's clock
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of rescheduled tasks, and the start of the next step
     * @throws InvalidTaskException if the time is out of range, or no step can have returned that
     */
    TopicStep reschedule(Instant at, @Nullable String from);
}
