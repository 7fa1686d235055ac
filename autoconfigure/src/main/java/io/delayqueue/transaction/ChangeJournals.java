package io.delayqueue.transaction;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.List;

/** Chooses where the changes of transactions are kept. A bean of a module replaces the memory. */
@FunctionalInterface
public interface ChangeJournals {

    /**
     * Returns the journal of a queue.
     *
     * @param engine the engine of the queue
     * @param inMemory the journal in memory, for transactions that the chosen journal cannot be part of
     * @return the journal
     */
    ChangeJournal of(DelayQueueEngine engine, ChangeJournal inMemory);

    /**
     * Returns the outboxes of a queue, for operators.
     *
     * @param queue the name of the queue
     * @return an outbox for each database that keeps changes of the queue; none if all changes are kept in memory
     */
    default List<OutboxOperations> outboxes(String queue) {
        return List.of();
    }

    /** Makes recorded changes of committed transactions now, on the calling thread, as far as that succeeds. */
    default void sweep() {}

    /** Forgets all that committed transactions have left, for a test: recorded changes are not made, and work that was done once is new. */
    default void clear() {}
}
