package io.delayqueue.jdbc;

import io.delayqueue.DelayQueueException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The recorded changes of one transaction. Belongs to the thread of the transaction. */
final class OutboxTransaction implements TransactionSynchronization {

    private final Outbox outbox;

    private final List<Recorded> changes = new ArrayList<>();

    /** Number of the changes, the first ones, whose rows are written. */
    private int written;

    /** Number of the names, which is never less than before: a name is for one change. */
    private int names;

    /** Number of the changes at each savepoint. */
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    /** How the names of the rows begin. */
    private String id = "";

    /** Whether all changes are written, and the commit is under way. */
    private boolean closed;

    /** Whether the transaction has ended; later calls are not part of it. */
    private boolean over;

    private record Recorded(OutboxRow row, Consumer<@Nullable Throwable> ended) {}

    OutboxTransaction(Outbox outbox) {
        this.outbox = outbox;
    }

    /** Finds the transaction of the thread, even if it is over; null if there is none of this outbox. */
    static @Nullable OutboxTransaction current(Outbox outbox) {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                ? null
                : TransactionSynchronizationManager.getSynchronizations().stream()
                        .filter(one -> one instanceof OutboxTransaction changes && changes.outbox == outbox)
                        .map(OutboxTransaction.class::cast)
                        .findFirst()
                        .orElse(null);
    }

    /** {@return whether the transaction has been committed or rolled back, so that later changes are not part of it} */
    boolean isOver() {
        return over;
    }

    /** {@return a name for a change of this transaction} */
    String newName() {
        if (id.isEmpty()) {
            id = UUID.randomUUID().toString().replace("-", "");
        }
        return id + "-" + names++;
    }

    /**
     * Appends changes.
     *
     * @param rows the rows of the changes
     * @param ended is called for each change after the transaction: with null after its commit, else with the reason for which nothing
     *     is changed
     * @throws IllegalStateException if the transaction is read-only, its changes have been written already, or another store would get
     *     them
     */
    void append(List<OutboxRow> rows, Consumer<@Nullable Throwable> ended) {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException("A read-only transaction cannot record changes of tasks");
        }
        if (closed || over) {
            throw new IllegalStateException("The changes of this transaction have been written, because its commit has"
                    + " begun: change tasks before");
        }
        String refusal = outbox.refusal();
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        rows.forEach(row -> changes.add(new Recorded(row, ended)));
    }

    /**
     * Writes all changes, those too that the flush of entities makes.
     *
     * @param flush sends the changes of entities to the database
     */
    void write(Runnable flush) {
        // First the entities: their rows are locked before those of the outbox, as without an outbox.
        flush.run();
        while (written < changes.size()) {
            outbox.table().insert(rows(changes.subList(written, changes.size())));
            written = changes.size();
            flush.run();
        }
        closed = true;
    }

    private static List<OutboxRow> rows(List<Recorded> changes) {
        return changes.stream().map(Recorded::row).toList();
    }

    /** The first of all, so that calls of the others after the commit take effect at once. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, changes.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        int kept = savepoints.getOrDefault(savepoint, 0);
        List<Recorded> dropped = changes.subList(Math.min(kept, changes.size()), changes.size());
        // A future that ends can make further changes.
        List<Recorded> copy = List.copyOf(dropped);
        dropped.clear();
        end(copy, notMade("was rolled back to a savepoint"));
    }

    @Override
    public void afterCommit() {
        over = true;
        outbox.apply(rows(changes));
        end(changes, null);
        changes.clear();
    }

    @Override
    public void afterCompletion(int status) {
        if (!over && status == STATUS_COMMITTED) {
            // The afterCommit of an earlier synchronization failed.
            afterCommit();
        }
        if (closed && !over && status == STATUS_UNKNOWN) {
            // The rows are there or not.
            outbox.apply(rows(changes));
        }
        over = true;
        Throwable failure = status == STATUS_ROLLED_BACK
                ? notMade("was rolled back")
                : new DelayQueueException(
                        "It is not known whether the change is made, because the commit of its transaction failed");
        end(changes, failure);
    }

    private static void end(List<Recorded> changes, @Nullable Throwable failure) {
        changes.forEach(one -> one.ended().accept(failure));
    }

    private static DelayQueueException notMade(String why) {
        return new DelayQueueException("The change was not made, because its transaction " + why);
    }
}
