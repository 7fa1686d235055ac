package io.delayqueue;

/**
 * Hears of tasks that have failed for good: to raise an alarm, or to write it down elsewhere. Implementations are thread-safe.
 *
 * <p>Called in the instance that made the last attempt, after the store has moved the task to the dead letters, at most once
 * for each death, on a thread of the engine that nothing else waits for. A hint, no promise: the call is lost if the instance
 * crashes between the two, or if more than 10,000 calls wait because listeners are slower than tasks die. What must not be
 * missed is read from the dead letters ({@link TopicOperations#list}). After an outage, when the store's answer was lost, it
 * can be called though another instance has got the task meanwhile.
 */
@FunctionalInterface
public interface DeadLetterListener {

    /**
     * A task has failed for good.
     *
     * @param letter the task; it is a dead letter now, or was until somebody requeued or removed it
     * @throws RuntimeException is logged, and changes nothing
     */
    void onDeadLetter(DeadLetter letter);
}
