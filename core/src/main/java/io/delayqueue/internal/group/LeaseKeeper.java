package io.delayqueue.internal.group;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.internal.drive.TaskEventLog;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import org.slf4j.Logger;

/**
 * Maintains deliveries in work: renews their leases, ends those whose time to run is over, and has their failures and the topics that
 * they block reported. The last thread to stop.
 */
public final class LeaseKeeper extends EngineJob {

    private static final Logger log = Loggers.of(LeaseKeeper.class);

    private static final Duration MAX_TICK = Duration.ofMillis(250);

    /** Groups without deliveries are maintained in one of so many runs, because there may be thousands. */
    private static final int IDLE = 4;

    private final Groups groups;

    private final long tick;

    final TaskEventLog taskEvents;

    private int runs;

    private final LogRateLimiter warning = new LogRateLimiter();

    public LeaseKeeper(Groups groups, Duration lease, TaskEventLog taskEvents, Driver driver) {
        super(driver::threadJob, "lease-keeper");
        this.groups = groups;
        this.taskEvents = taskEvents;
        this.tick = Math.min(MAX_TICK.toNanos(), lease.toNanos() / 12);
    }

    @Override
    public long run() {
        Throwable failure = null;
        runs++;
        for (GroupRuntime group : groups.all()) {
            try {
                if (runs % IDLE == 0 || !group.isIdle()) {
                    group.maintain();
                }
            } catch (Throwable e) {
                failure = e;
            }
        }
        if (failure != null && warning.tryAcquire()) {
            log.error(
                    "The deliveries of a group could not be maintained; trying again; logged at most once a minute",
                    failure);
        }
        taskEvents.logDue();
        return tick;
    }
}
