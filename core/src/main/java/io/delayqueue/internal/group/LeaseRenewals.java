package io.delayqueue.internal.group;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.TaskStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/** Makes the leases of a group's deliveries last while they are in work. */
final class LeaseRenewals {

    private static final Logger log = Loggers.of(LeaseRenewals.class);

    private static final long MAX_RETRY = TimeUnit.MILLISECONDS.toNanos(250);

    private final GroupContext context;

    private final AtomicBoolean underWay = new AtomicBoolean();

    /** How soon leases that could not be renewed are renewed again. */
    private final long retry;

    private volatile boolean refused;

    private volatile boolean failed;

    private volatile long retryAt;

    LeaseRenewals(GroupContext context) {
        this.context = context;
        this.retry = Math.min(MAX_RETRY, context.lease().toNanos() / 12);
    }

    /** How long until a third of the lease is over, or until the next try; not positive if it is time. */
    long dueIn(TaskExecution execution, long now) {
        long due = execution.renewedAt() + context.lease().toNanos() / 3 - now;
        return failed ? Math.max(due, retryAt - now) : due;
    }

    /** Renews leases, unless a renewal is under way; with threads, returns before it is done. */
    void make(List<TaskExecution> executions, long now) {
        if (!executions.isEmpty() && underWay.compareAndSet(false, true)) {
            try {
                context.driver().renewals(context.group()).execute(() -> tryAll(executions, now));
            } catch (RuntimeException | Error e) {
                underWay.set(false);
                throw e;
            }
        }
    }

    private void tryAll(List<TaskExecution> executions, long now) {
        retryAt = now + retry;
        failed = true;
        try {
            TaskStore.batches(executions, TaskStore.MAX_BATCH).forEach(this::renew);
            failed = false;
            refused = false;
        } catch (TaskStoreUnavailableException e) {
            // The group's jobs meet the same outage and report it.
            log.debug("The leases of {} could not be renewed", context.group(), e);
        } catch (RuntimeException e) {
            if (!refused) {
                log.error("The leases of {} cannot be renewed; logged once until they can", context.group(), e);
            }
            refused = true;
        } finally {
            underWay.set(false);
        }
    }

    private void renew(List<TaskExecution> executions) {
        long now = context.now();
        List<Delivery> deliveries =
                executions.stream().map(TaskExecution::delivery).toList();
        Set<Delivery> stale = Set.copyOf(context.tasks().renew(context.group(), deliveries, context.lease()));
        for (TaskExecution execution : executions) {
            // The stale ones too: their outcome will be refused, which is when it is said.
            execution.leased(now, context.lease());
            if (stale.contains(execution.delivery())) {
                // Not interrupted: the store may have lost what its task has, and that is no removal.
                execution.lost();
            }
        }
    }
}
