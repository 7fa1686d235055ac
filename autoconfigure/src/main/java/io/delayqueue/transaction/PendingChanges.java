package io.delayqueue.transaction;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;

/** Changes that one transaction makes after its commit. Belongs to the thread of the transaction. */
final class PendingChanges implements ChangeJournal.Entries, TransactionSynchronization {

    private static final Logger log = Loggers.of(PendingChanges.class);

    private final DelayQueueService service;

    private final List<Pending> pending = new ArrayList<>();

    /** Number of changes at each savepoint. */
    private final Map<Object, Integer> savepoints = new IdentityHashMap<>();

    /** Whether the changes have been made or dropped; later changes are not part of this transaction. */
    private boolean over;

    private record Pending(TaskChange change, Consumer<@Nullable Throwable> ended) {

        /** Whether one call of the service makes this change and the next. */
        boolean goesWith(Pending next) {
            return change instanceof TaskChange.Add && next.change instanceof TaskChange.Add
                    || change instanceof TaskChange.Remove
                            && next.change instanceof TaskChange.Remove
                            && change.group().equals(next.change.group());
        }

        @Override
        public String toString() {
            return change.toString();
        }
    }

    private PendingChanges(DelayQueueService service) {
        this.service = service;
    }

    /** Finds the changes of the thread's transaction for this service; null if changes are made at once. */
    static @Nullable PendingChanges ofCurrentTransaction(DelayQueueService service) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()
                || !TransactionSynchronizationManager.isActualTransactionActive()) {
            return null;
        }
        for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
            if (synchronization instanceof PendingChanges changes && changes.service == service) {
                return changes.over ? null : changes;
            }
        }
        PendingChanges changes = new PendingChanges(service);
        TransactionSynchronizationManager.registerSynchronization(changes);
        return changes;
    }

    /** The number of changes of all services that wait for the commit of the thread's transaction. */
    static int count() {
        return !TransactionSynchronizationManager.isSynchronizationActive()
                ? 0
                : TransactionSynchronizationManager.getSynchronizations().stream()
                        .mapToInt(synchronization -> synchronization instanceof PendingChanges changes && !changes.over
                                ? changes.pending.size()
                                : 0)
                        .sum();
    }

    @Override
    public void append(List<? extends TaskChange> changes, Consumer<@Nullable Throwable> ended) {
        changes.forEach(change -> pending.add(new Pending(change, ended)));
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, pending.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        // An unknown savepoint was set before the first change.
        int kept = savepoints.getOrDefault(savepoint, 0);
        if (kept < pending.size()) {
            List<Pending> dropped = pending.subList(kept, pending.size());
            List<Pending> copy = List.copyOf(dropped);
            dropped.clear();
            drop(copy, "was rolled back to a savepoint");
        }
    }

    @Override
    public void afterCommit() {
        makeAll();
    }

    @Override
    public void afterCompletion(int status) {
        if (over) {
            return;
        }
        if (status == STATUS_COMMITTED) {
            // The afterCommit of an earlier synchronization failed, or made the first change.
            makeAll();
            return;
        }
        over = true;
        if (status == STATUS_UNKNOWN && !pending.isEmpty()) {
            log.warn("It is not known whether a transaction was committed; not made: {}", pending);
        }
        drop(pending, status == STATUS_ROLLED_BACK ? "was rolled back" : "ended in an unknown state");
    }

    /**
     * Makes the changes in their order. The changes behind an add that is refused, or has too few replicas, are made too; any other failure
     * is the end of all, because each change behind it would wait for the store as long.
     */
    private void makeAll() {
        over = true;
        Map<Pending, Throwable> failures = new IdentityHashMap<>();
        Throwable first = null;
        for (int from = 0; from < pending.size(); ) {
            int to = endOfCall(from);
            List<Pending> call = pending.subList(from, to);
            from = to;
            try {
                make(call.stream().map(Pending::change).toList());
            } catch (RuntimeException | Error e) {
                call.forEach(one -> failures.put(one, e));
                first = first == null ? e : first;
                if (!(e instanceof InvalidTaskException || e instanceof TaskNotReplicatedException)) {
                    Throwable rest = notMade("an earlier one of its transaction failed: " + e.getMessage(), e);
                    pending.subList(to, pending.size()).forEach(one -> failures.put(one, rest));
                    break;
                }
            }
        }
        if (first != null) {
            log.error(
                    "A transaction was committed, but some or all of its changes were not made: {}",
                    pending.stream().filter(failures::containsKey).toList(),
                    first);
        }
        pending.forEach(one -> one.ended().accept(failures.get(one)));
        if (first != null) {
            ReflectionUtils.rethrowRuntimeException(first);
        }
    }

    /** The position behind the changes that one call makes, from a position on. */
    private int endOfCall(int from) {
        int to = from + 1;
        while (to < pending.size() && pending.get(to - 1).goesWith(pending.get(to))) {
            to++;
        }
        return to;
    }

    private void make(List<TaskChange> changes) {
        TaskChange first = changes.get(0);
        if (first instanceof TaskChange.Add) {
            List<Task> tasks = changes.stream()
                    .map(change -> ((TaskChange.Add) change).task())
                    .toList();
            service.addTasks(tasks);
        } else if (first instanceof TaskChange.Remove) {
            service.removeTasks(
                    first.group(), changes.stream().map(TaskChange::id).toList());
        } else {
            reschedule((TaskChange.Reschedule) first);
        }
    }

    private void reschedule(TaskChange.Reschedule change) {
        Instant at = change.at();
        Duration delay = change.delay();
        if (at != null) {
            service.rescheduleTask(change.group(), change.id(), at);
        } else {
            service.rescheduleTask(change.group(), change.id(), Objects.requireNonNull(delay));
        }
    }

    private static void drop(List<Pending> dropped, String why) {
        Throwable failure = notMade("its transaction " + why, null);
        dropped.forEach(one -> one.ended().accept(failure));
    }

    private static DelayQueueException notMade(String reason, @Nullable Throwable cause) {
        return new DelayQueueException("The change was not made, because " + reason, cause);
    }
}
