package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.internal.group.LeaseRenewals;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Renews the leases of a group's deliveries when they are due, and finds out which have been lost. */
final class SteppedLeases {

    private static final Logger log = Loggers.of(SteppedLeases.class);

    /** How soon leases that could not be renewed are renewed again. */
    private static final Duration RENEWAL = Duration.ofMillis(250);

    private final SteppedContext context;

    private final String group;

    private final Supplier<List<TaskExecution>> leased;

    private final LeaseRenewals renewals;

    private final Pace pace;

    /** Creates it for the deliveries that are leased whenever it is asked. */
    SteppedLeases(SteppedContext context, String group, Supplier<List<TaskExecution>> leased) {
        this.context = context;
        this.group = group;
        this.leased = leased;
        this.renewals = new LeaseRenewals(context.group(group));
        this.pace = new Pace(context.time().clock());
    }

    void renew() {
        if (!pace.isDue()) {
            return;
        }
        long now = context.time().now();
        try {
            renewals.renewAll(leased.get().stream()
                    .filter(run -> renewals.dueIn(run, now) <= 0)
                    .toList());
            pace.succeeded();
        } catch (TaskStoreException e) {
            log.debug("The leases of {} could not be renewed", group, e);
            pace.pause(RENEWAL);
        }
    }

    /** Before another attempt ends: what it leaves behind may look as after a removal. */
    void findLost() {
        long now = context.time().now();
        leased.get().stream()
                .filter(run -> !run.isLost()
                        && now - run.renewedAt() >= context.lease().toNanos())
                .forEach(TaskExecution::look);
    }

    /** When the next renewal is due. */
    @Nullable
    Instant next() {
        if (!pace.isDue()) {
            return pace.next();
        }
        long now = context.time().now();
        return leased.get().stream()
                .map(run -> renewals.dueIn(run, now))
                .min(Long::compare)
                .map(nanos -> context.time().clock().instant().plusNanos(Math.max(0, nanos)))
                .orElse(null);
    }

    /** The instance that held them is gone. */
    void crash() {
        pace.succeeded();
    }
}
