package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * What can be done with a topic as a whole, in all instances at once. What can touch many tasks goes in steps of at most 500,
 * each of them atomic; if one fails the earlier ones stay done, and the call can be repeated. Thread-safe.
 *
 * <p>Every method throws a {@link TaskStoreUnavailableException} if the store does not answer in time (the step may have
 * happened), and a {@link TaskStoreException} if it refuses.
 */
public interface TopicOperations {

    /** The most tasks of one page. */
    int MAX_PAGE = 500;

    /** The most calls of the store that a page may cost. */
    int MAX_STEPS = 10;

    /** {@return the topic} */
    TopicName name();

    /**
     * Lists tasks without their payloads, a page at a time, in the order of the time their state is about; ready ones by priority
     * first.
     *
     * @param state the state they are in
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit how many tasks at most, from 1 to {@link #MAX_PAGE}
     * @return a page. Delayed and reserved tasks of all topics of a group lie together, and one call looks at a bounded
     *     number of them, and at some 10 MB of tasks: a page can have fewer tasks than asked for, even none, and yet a cursor
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of this topic and state
     */
    TaskPage list(TaskState state, @Nullable String cursor, int limit);

    /**
     * Lists tasks as {@link #list(TaskState, String, int)} does, in fewer calls of the store, for those who list often.
     *
     * @param state the state they are in
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit how many tasks at most, from 1 to {@link #MAX_PAGE}
     * @param steps how many calls of the store at most, from 1 to {@link #MAX_STEPS}, which is what the other takes. One looks at
     *     2,000 of a group's delayed or reserved tasks; of ready and dead tasks one finds a whole page, unless they are large: of
     *     those it finds as many as have 1 MB together, one at least
     * @return a page, perhaps with fewer tasks than asked for, even none, and yet a cursor
     * @throws InvalidTaskException if the limit or the steps are out of range, or the cursor is not one of this topic and state
     */
    TaskPage list(TaskState state, @Nullable String cursor, int limit, int steps);

    /**
     * Lists tasks as {@link #list(TaskState, String, int)} does, with their payloads.
     *
     * @param state the state they are in
     * @param cursor the last page's {@link TaskPage#cursor()}, or null for the first page
     * @param limit how many tasks at most, from 1 to {@link #MAX_PAGE}; a page ends earlier when its payloads have 1 MB together
     * @return a page, perhaps with fewer tasks than asked for, even none, and yet a cursor
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of this topic and state
     */
    TaskPage listWithPayloads(TaskState state, @Nullable String cursor, int limit);

    /** {@return how many tasks there are in each state; costs the same however many there are} */
    TaskCounts count();

    /**
     * Pauses the topic: nothing of it is reserved any more, by any instance, until it is resumed. Tasks become due and wait,
     * and can be added. Callbacks that run go on; tasks that an instance holds and has not begun are given back as soon as it
     * hears of the pause.
     *
     * @return whether the topic was not paused before
     */
    boolean pause();

    /**
     * Ends the pause.
     *
     * @return whether the topic was paused
     */
    boolean resume();

    /**
     * Removes the topic's delayed, ready and reserved tasks, as {@link DelayQueueService#removeTask} does. Dead letters stay:
     * see {@link #purgeDeadLetters}. A task that is added or retried meanwhile may stay; pause the topic first to be sure.
     *
     * @return how many were removed
     */
    long removeTasks();

    /**
     * One atomic step of {@link #removeTasks()}, for those who show how far it is, or stop in between: removes at most 500 tasks.
     *
     * @param from what the step before returned, or null to begin
     * @return how many were removed, and what to go on with
     * @throws InvalidTaskException if it is none that a step of this topic's removal returned; nothing was removed
     */
    TopicStep removeTasks(@Nullable String from);

    /**
     * Makes the dead letters there are now ready again, the oldest first. Their attempts count anew.
     *
     * @return how many
     */
    long requeueDeadLetters();

    /**
     * One atomic step of {@link #requeueDeadLetters()}: makes at most 500 dead letters ready, of those that were dead when the
     * first step was made. So the steps come to an end even if tasks die again as fast as they are requeued.
     *
     * @param from what the step before returned, or null to begin
     * @return how many became ready, and what to go on with
     * @throws InvalidTaskException if no step can have returned it; nothing was changed
     */
    TopicStep requeueDeadLetters(@Nullable String from);

    /**
     * Removes the dead letters there are now.
     *
     * @return how many
     */
    long purgeDeadLetters();

    /**
     * One atomic step of {@link #purgeDeadLetters()}: removes at most 500 dead letters, of those that were dead when the first
     * step was made.
     *
     * @param from what the step before returned, or null to begin
     * @return how many were removed, and what to go on with
     * @throws InvalidTaskException if no step can have returned it; nothing was removed
     */
    TopicStep purgeDeadLetters(@Nullable String from);
}
