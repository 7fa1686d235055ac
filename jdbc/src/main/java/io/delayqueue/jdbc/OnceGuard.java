package io.delayqueue.jdbc;

import io.delayqueue.Task;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Does the database work of a task once, however often the task is delivered. The guard inserts a row for the work in the transaction of
 * the work: both are committed, or neither is. A second delivery finds the row, and the work is skipped.
 *
 * <p>The row names the queue, the group, the id, the {@linkplain Task.Delivery#occurrence planned time} and the step. The same id at the same
 * planned time is the same work, also if the first task was finished or removed and the id was added again. Work that is to be done again
 * needs another id, time or step.
 *
 * <p>The guard joins the transaction of its data source, or opens one. Changes of tasks in the work are recorded in the same transaction.
 * A failure of the work rolls the transaction back, the row included, and reaches the caller; a transaction that was joined can only be
 * rolled back then. The guard does not cover work that goes on after the call, such as asynchronous work, and no other systems.
 *
 * <p>Rows are kept for the time of {@code delayqueue.once-guard.keep}, which must exceed the time between the first and the last delivery
 * of a task. Thread-safe.
 */
public final class OnceGuard {

    private static final String NO_STEP = "-";

    /** Letters, digits and marks of ASCII: a database compares them byte by byte. */
    private static final Pattern STEP = Pattern.compile("[!-~]{1,64}");

    private final OnceTable table;

    private final TransactionTemplate transactions;

    private final Totals<Result> totals;

    /** Results of calls. */
    enum Result {
        /** The work was done. */
        DONE,
        /** The work was done before. */
        SKIPPED,
        /** Another transaction did the same work. */
        CONFLICT,
        /** Another transaction was still doing the same work. */
        BUSY
    }

    /** The name of a piece of work in the table. */
    record Work(String group, String id, long occurrence, String step) {

        @Override
        public String toString() {
            return "the task " + id + " of " + group + (step.equals(NO_STEP) ? "" : ", step " + step);
        }
    }

    /**
     * Creates a guard.
     *
     * @param transactions joins or opens a transaction of the data source
     * @param totals counts the results
     */
    OnceGuard(OnceTable table, TransactionTemplate transactions, Totals<Result> totals) {
        this.table = table;
        this.transactions = transactions;
        this.totals = totals;
    }

    /**
     * Does the work of a task, unless it has been done.
     *
     * @param task the context of a callback, or the pulled task
     * @param work the work
     * @return whether the work was done now; false if it was done before
     * @throws OnceGuardConflictException as {@link #call(Task.Delivery, String, Supplier)} does
     * @throws OnceGuardBusyException as {@link #call(Task.Delivery, String, Supplier)} does
     */
    public boolean run(Task.Delivery task, Runnable work) {
        return did(work(task, NO_STEP), work);
    }

    /**
     * Does one step of the work of a task, unless it has been done.
     *
     * @param task the context of a callback, or the pulled task
     * @param step the name of the step: 1 to 64 visible characters of ASCII, and not "-"
     * @param work the work
     * @return whether the work was done now; false if it was done before
     * @throws OnceGuardConflictException as {@link #call(Task.Delivery, String, Supplier)} does
     * @throws OnceGuardBusyException as {@link #call(Task.Delivery, String, Supplier)} does
     */
    public boolean run(Task.Delivery task, String step, Runnable work) {
        return did(work(task, requireStep(step)), work);
    }

    /**
     * Does the work of a task, unless it has been done, and returns its result.
     *
     * @param task the context of a callback, or the pulled task
     * @param work the work, which does not return null
     * @param <T> the type of the result
     * @return the result; empty if the work was done before
     * @throws OnceGuardConflictException as {@link #call(Task.Delivery, String, Supplier)} does
     * @throws OnceGuardBusyException as {@link #call(Task.Delivery, String, Supplier)} does
     */
    public <T> Optional<T> call(Task.Delivery task, Supplier<T> work) {
        return once(work(task, NO_STEP), work);
    }

    /**
     * Does one step of the work of a task, unless it has been done, and returns its result.
     *
     * @param task the context of a callback, or the pulled task
     * @param step the name of the step: 1 to 64 visible characters of ASCII, and not "-"
     * @param work the work, which does not return null
     * @param <T> the type of the result
     * @return the result; empty if the work was done before
     * @throws OnceGuardConflictException if the caller's transaction met another that does the same work; the caller has to roll back, and
     *     the next attempt finds the work done
     * @throws OnceGuardBusyException if another transaction that does the same work has not ended in ten seconds, or in the shorter time
     *     for which the database waits; the next attempt comes soon, and this one does not count
     * @throws IllegalStateException if the transaction of the thread is read-only, or uses another data source
     */
    public <T> Optional<T> call(Task.Delivery task, String step, Supplier<T> work) {
        return once(work(task, requireStep(step)), work);
    }

    private static Work work(Task.Delivery task, String step) {
        return new Work(task.group(), task.id(), task.occurrence().toEpochMilli(), step);
    }

    private static String requireStep(String step) {
        Objects.requireNonNull(step, "step must not be null");
        if (!STEP.matcher(step).matches() || step.equals(NO_STEP)) {
            throw new IllegalArgumentException(
                    "step must be 1 to 64 visible characters of ASCII, and not \"-\", but is \"" + step + "\"");
        }
        return step;
    }

    private boolean did(Work name, Runnable work) {
        Objects.requireNonNull(work, "work must not be null");
        return once(name, () -> {
                    work.run();
                    return true;
                })
                .isPresent();
    }

    private <T> Optional<T> once(Work name, Supplier<T> work) {
        Objects.requireNonNull(work, "work must not be null");
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            table.requireUsable();
            return attempt(name, work);
        }
        try {
            return attempt(name, work);
        } catch (OnceGuardConflictException e) {
            // The snapshot of a new transaction has the row of the other one.
            return attempt(name, work);
        }
    }

    private <T> Optional<T> attempt(Work name, Supplier<T> work) {
        Optional<T> result = Objects.requireNonNull(transactions.execute(status -> insert(name)
                ? Optional.of(Objects.requireNonNull(work.get(), "work must not return null"))
                : Optional.empty()));
        totals.add(result.isPresent() ? Result.DONE : Result.SKIPPED, 1);
        return result;
    }

    private boolean insert(Work name) {
        try {
            return table.insert(name);
        } catch (DataAccessException e) {
            // Before the conflict: a driver of MySQL gives a wait that has ended the state of a conflict.
            boolean busy = Dialect.isBusy(e);
            if (!busy && !Dialect.isConflict(e)) {
                throw e;
            }
            totals.add(busy ? Result.BUSY : Result.CONFLICT, 1);
            throw busy
                    ? new OnceGuardBusyException("Another transaction is still doing the work of " + name, e)
                    : new OnceGuardConflictException(
                            "Another transaction does, or has just done, the work of " + name, e);
        }
    }
}
