package io.delayqueue.transaction;

import io.delayqueue.DelayQueueService;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the changes of tasks that transactions make, until their commit. Thread-safe. */
public interface ChangeJournal {

    /** Changes of one transaction. Belongs to the thread of the transaction. */
    interface Entries {

        /**
         * Appends changes behind those of earlier calls. A rollback, also to an earlier savepoint, drops them.
         *
         * @param changes the changes in the order in which they are made
         * @param ended receives the end of each change, after that of the transaction: null if the transaction was committed and, as far
         *     as the journal waits for the change, it was made; else the reason why it was not, or may not have been
         * @throws RuntimeException if the transaction cannot keep changes; none of these is kept
         */
        void append(List<? extends TaskChange> changes, Consumer<@Nullable Throwable> ended);
    }

    /**
     * Finds the changes of this thread's transaction.
     *
     * @return the changes; null if changes have to be made at once, because there is no transaction, or its changes have been made
     */
    @Nullable
    Entries ofCurrentTransaction();

    /**
     * Returns a journal in memory, for transactions of each kind that Spring binds to a thread. It makes the changes after the commit,
     * before the call that commits returns. The end of the process in between loses them.
     *
     * @param service makes the changes
     * @return the journal
     */
    static ChangeJournal inMemory(DelayQueueService service) {
        return () -> PendingChanges.ofCurrentTransaction(service);
    }
}
