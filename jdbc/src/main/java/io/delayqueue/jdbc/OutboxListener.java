package io.delayqueue.jdbc;

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Writes the recorded changes of a transaction right before its commit. A synchronization would come too early: one that is registered
 * before a commit does not get its own, and Hibernate flushes after all of them.
 *
 * @param flush sends the changes of entities of the thread's transaction to the database
 */
record OutboxListener(Outbox outbox, Runnable flush) implements TransactionExecutionListener {

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
        if (beginFailure == null
                && transaction.isNewTransaction()
                && TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.hasResource(
                        outbox.table().database().dataSource())) {
            TransactionSynchronizationManager.registerSynchronization(new OutboxTransaction(outbox));
        }
    }

    /**
     * Writes the changes.
     *
     * @throws RuntimeException if that fails, which rolls the transaction back; never a {@link TransactionException}, which Spring
     *     takes for one of the commit
     */
    @Override
    public void beforeCommit(TransactionExecution transaction) {
        OutboxTransaction changes = OutboxTransaction.current(outbox);
        // The release of a savepoint is no commit.
        if (changes == null
                || changes.isOver()
                || !transaction.isNewTransaction()
                || transaction.isRollbackOnly()
                || transaction.isReadOnly()) {
            return;
        }
        try {
            changes.write(flush);
        } catch (TransactionException e) {
            throw new DelayQueueException("The changes of tasks cannot be written: " + e.getMessage(), e);
        }
    }
}
