package io.delayqueue;

/**
 * Receives tasks that have failed for good, to raise an alarm or to record them elsewhere. Implementations are thread-safe.
 *
 * <p>Called in the instance that made the last attempt, after the store has moved the task to the dead letters, at most once for
 * each dead letter, on an engine thread that does nothing else. The call is not guaranteed: it is lost if the instance crashes
 * between the two, or if more than 10,000 calls wait because listeners are too slow. Read the dead letters ({@link
 * TopicOperations#list}) if none may be missed. After an outage in which the store's reply was lost, the listener can be called
 * although another instance has the task.
 */
@FunctionalInterface
public interface DeadLetterListener {

    /**
     * Handles a task that has failed for good.
     *
     * @param letter the task; a dead letter, unless it was requeued or removed since
     * @throws RuntimeException is logged, and changes nothing
     */
    void onDeadLetter(DeadLetter letter);
}
