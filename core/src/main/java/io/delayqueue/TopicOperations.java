package io.delayqueue;

import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Operations on a whole topic, in all instances. An operation that changes many tasks consists of atomic steps of at most 500; if
 * one fails the earlier ones keep their effect, and the call can be repeated. Thread-safe.
 *
 * <p>Every method throws a {@link TaskStoreUnavailableException} if the store does not answer in time (the step may have been
 * made), and a {@link TaskStoreException} if the store refuses it.
 */
public interface TopicOperations {

    /** Maximum number of tasks of a page. */
    int MAX_PAGE = 500;

    /** Maximum pace of a requeue. */
    int MAX_PER_SECOND = 10_000;

    /** {@return the topic} */
    TopicName name();

    /**
     * Lists tasks without their payloads, a page at a time, in the order of {@link TaskInfo#stateUntil()}; ready ones by priority
     * first.
     *
     * @param state the state they are in
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit maximum number of tasks, from 1 to {@link #MAX_PAGE}
     * @return a page. At most ten calls of the store are made, each of which returns some 1 MB of tasks, at least one: a page of large
     *     tasks can have fewer than the limit and yet a cursor
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of this topic and state
     */
    TaskPage list(TaskState state, @Nullable String cursor, int limit);

    /**
     * Lists tasks as {@link #list(TaskState, String, int)} does, with their payloads.
     *
     * @param state the state they are in
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit maximum number of tasks, from 1 to {@link #MAX_PAGE}; a page ends earlier when its payloads have 1 MB together
     * @return a page, possibly with fewer tasks than the limit, even none, and yet a cursor
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of this topic and state
     */
    TaskPage listWithPayloads(TaskState state, @Nullable String cursor, int limit);

    /** {@return the number of tasks in each state, at a cost that does not depend on it} */
    TaskCounts count();

    /**
     * Pauses the topic: no instance reserves its tasks until it is resumed. Tasks can be added, become due and wait. Running
     * callbacks continue; an instance releases prefetched tasks as soon as it receives the message.
     *
     * @return whether the topic was not paused before
     */
    boolean pause();

    /**
     * Holds the topic: a pause that ends by itself. Replaces an earlier hold; a paused topic stays paused.
     *
     * @param until the end of the hold by the store's clock, before the year 10000; a time that is over ends a hold
     * @return whether the topic is held now, because it is not paused
     * @throws InvalidTaskException if the time breaks the rule
     */
    boolean hold(Instant until);

    /**
     * Ends the pause, or a hold.
     *
     * @return whether the topic was paused or held
     */
    boolean resume();

    /**
     * Removes the topic's delayed, ready and reserved tasks, as {@link DelayQueueService#removeTask} does. Dead letters stay: see
     * {@link #purgeDeadLetters}. A task that is added or retried meanwhile may stay, unless the topic is paused.
     *
     * @return the number of removed tasks
     */
    long removeTasks();

    /**
     * Makes one atomic step of {@link #removeTasks()}, to show progress or to stop in between: removes at most 500 tasks.
     *
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of removed tasks, and the start of the next step
     * @throws InvalidTaskException if no step of this topic's removal can have returned it; nothing was removed
     */
    TopicStep removeTasks(@Nullable String from);

    /**
     * Makes the present dead letters ready again, the oldest first. Their attempts count from one again.
     *
     * @return their number
     */
    long requeueDeadLetters();

    /**
     * Makes one atomic step of {@link #requeueDeadLetters()}: makes at most 500 dead letters ready, of those that were dead at the
     * first step. The steps end even if tasks fail as fast as they are requeued.
     *
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of requeued tasks, and the start of the next step
     * @throws InvalidTaskException if no step can have returned it; nothing was changed
     */
    TopicStep requeueDeadLetters(@Nullable String from);

    /**
     * Makes one atomic step of requeueing dead letters at a pace: makes at most 500 dead letters {@link TaskState#DELAYED}, the oldest
     * first, so that one becomes due after the other. The first is due at once; further steps continue the pace. Their attempts count
     * from one again. The due times are in the store: the pace does not depend on the caller, and what a caller that stops has not
     * requeued stays a dead letter.
     *
     * @param from {@link TopicStep#next} of the previous step at the same pace, or null to begin
     * @param perSecond the number of tasks that become due in a second, from 1 to {@link #MAX_PER_SECOND}
     * @return the number of requeued tasks, and the start of the next step
     * @throws InvalidTaskException if the pace is out of range, or no step can have returned that; nothing was changed
     */
    TopicStep requeueDeadLetters(@Nullable String from, int perSecond);

    /**
     * Makes some dead letters of this topic ready again, in atomic steps of at most 500. Their attempts count from one again.
     *
     * @param ids their ids; those that are no dead letters of this topic are ignored
     * @return the number of requeued tasks
     * @throws InvalidTaskException if an id breaks the rule; nothing was changed
     */
    long requeueSelected(Collection<String> ids);

    /**
     * Removes the present dead letters.
     *
     * @return their number
     */
    long purgeDeadLetters();

    /**
     * Makes one atomic step of {@link #purgeDeadLetters()}: removes at most 500 dead letters, of those that were dead at the first
     * step.
     *
     * @param from {@link TopicStep#next} of the previous step, or null to begin
     * @return the number of removed tasks, and the start of the next step
     * @throws InvalidTaskException if no step can have returned it; nothing was removed
     */
    TopicStep purgeDeadLetters(@Nullable String from);

    /**
     * Removes some dead letters of this topic, in atomic steps of at most 500.
     *
     * @param ids their ids; those that are no dead letters of this topic are ignored
     * @return the number of removed tasks
     * @throws InvalidTaskException if an id breaks the rule; nothing was changed
     */
    long purgeSelected(Collection<String> ids);
}
