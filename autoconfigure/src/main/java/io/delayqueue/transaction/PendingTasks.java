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

/** The tasks that one transaction adds when it has been committed. Belongs to the thread of the transaction. */
final class PendingTasks implements TransactionSynchronization {

    private static final Logger log = Loggers.of(PendingTasks.class);

    private final DelayQueueService service;

    private final List<Pending> pending = new ArrayList<>();

    /** How many tasks there were at each savepoint. */
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    /** Whether the tasks have been handed over, or dropped; what comes now comes too late for this transaction. */
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

    /** The tasks of the thread's transaction that go to this service, or null if tasks are to be added at once. */
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

    void add(Task task, @Nullable CompletableFuture<AddResult> result) {
        pending.add(new Pending(task, result));
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, pending.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        // A savepoint that is not known was set before the first task came.
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
            // Another synchronization's afterCommit failed before this one's turn, or was where the first task came
            // from.
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
            log.error("A transaction was committed, but of its tasks some or all were not added: {}", pending, e);
            pending.forEach(one -> completeExceptionally(List.of(one), failure(one, e)));
            throw e;
        }
    }

    /** What a task's future fails with. That the id of another was taken does not mean that this one was not added. */
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
