package io.delayqueue.transaction;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskExistsException;
import io.delayqueue.log.Loggers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tasks that one transaction adds after its commit. Belongs to the thread of the transaction. */
final class PendingTasks implements TransactionSynchronization {

    private static final Logger log = Loggers.of(PendingTasks.class);

    private final DelayQueueService service;

    private final List<Pending> pending = new ArrayList<>();

    /** Number of tasks at each savepoint. */
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    /** Whether the tasks have been added or discarded; later tasks are not part of this transaction. */
    private boolean over;

    private record Pending(Task task, @Nullable CompletableFuture<AddResult> result) {

        @Override
        public String toString() {
            return task.topic() + " " + task.id();
        }
    }

    private PendingTasks(DelayQueueService service) {
        this.service = service;
    }

    /** Finds the tasks of the thread's transaction for this service; null if tasks are added at once. */
    static @Nullable PendingTasks ofCurrentTransaction(DelayQueueService service) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || !TransactionSynchronizationManager.isActualTransactionActive()) {
            return null;
        }
        for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
            if (synchronization instanceof PendingTasks tasks && tasks.service == service) {
                return tasks.over ? null : tasks;
            }
        }
        PendingTasks tasks = new PendingTasks(service);
        TransactionSynchronizationManager.registerSynchronization(tasks);
        return tasks;
    }

    /** The number of tasks of all services that wait for the commit of the thread's transaction. */
    static int count() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                ? 0
                : TransactionSynchronizationManager.getSynchronizations().stream()
                        .mapToInt(synchronization ->
                                synchronization instanceof PendingTasks tasks && !tasks.over ? tasks.pending.size() : 0)
                        .sum();
    }

    void add(Task task, @Nullable CompletableFuture<AddResult> result) {
        pending.add(new Pending(task, result));
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, pending.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        // An unknown savepoint was set before the first task.
        int kept = savepoints.getOrDefault(savepoint, 0);
        if (kept < pending.size()) {
            List<Pending> dropped = pending.subList(kept, pending.size());
            drop(dropped, "was rolled back to a savepoint");
            dropped.clear();
        }
    }

    @Override
    public void afterCommit() {
        addAll();
    }

    @Override
    public void afterCompletion(int status) {
        if (over) {
            return;
        }
        if (status == STATUS_COMMITTED) {
            // The afterCommit of an earlier synchronization failed, or added the first task.
            addAll();
            return;
        }
        over = true;
        if (status == STATUS_UNKNOWN && !pending.isEmpty()) {
            log.warn("It is not known whether a transaction was committed; not added: {}", pending);
        }
        drop(pending, status == STATUS_ROLLED_BACK ? "was rolled back" : "ended in an unknown state");
    }

    private void addAll() {
        over = true;
        if (pending.isEmpty()) {
            return;
        }
        try {
            List<AddResult> results =
                    service.addTasks(pending.stream().map(Pending::task).toList());
            for (int i = 0; i < results.size(); i++) {
                CompletableFuture<AddResult> result = pending.get(i).result();
                if (result != null) {
                    result.complete(results.get(i));
                }
            }
        } catch (RuntimeException | Error e) {
            log.error("A transaction was committed, but some or all of its tasks were not added: {}", pending, e);
            pending.forEach(one -> completeExceptionally(List.of(one), failure(one, e)));
            throw e;
        }
    }

    /** Creates the exception of a task's future. A duplicate id of another task does not mean that this one was not added. */
    private static Throwable failure(Pending one, Throwable e) {
        return e instanceof TaskExistsException taken
                        && !taken.id().equals(one.task().id())
                ? new DelayQueueException(
                        "It is not known whether the task was added: another of its transaction was not: "
                                + e.getMessage(),
                        e)
                : e;
    }

    private static void drop(List<Pending> dropped, String why) {
        completeExceptionally(
                dropped, new DelayQueueException("The task was not added, because its transaction " + why));
    }

    private static void completeExceptionally(List<Pending> failed, Throwable failure) {
        for (Pending one : failed) {
            if (one.result() != null) {
                one.result().completeExceptionally(failure);
            }
        }
    }
}
