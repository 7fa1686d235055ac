package io.delayqueue.internal.acknowledge;

import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Sends the outcomes of a group as soon as they arrive. */
public class Acknowledger implements BackgroundJob {

    private static final long MAX_WAIT = TimeUnit.SECONDS.toNanos(1);

    private final OutcomeSender sender;

    private final EngineTime time;

    private final JobHandle handle;

    private volatile long giveUpAt = Long.MAX_VALUE;

    /**
     * Creates the acknowledger.
     *
     * @param acknowledged called for each outcome that the store has acknowledged, with whether its delivery is known to have been
     *     stale
     */
    public Acknowledger(
            String group, TaskStore store, BiConsumer<PendingOutcome, Boolean> acknowledged, Driver driver) {
        this.time = driver.time();
        this.sender = new OutcomeSender(group, store, acknowledged, time.nanoTime(), driver::rethrowFatal);
        this.handle = driver.job("acknowledger-" + group, this);
    }

    public JobHandle handle() {
        return handle;
    }

    /** Number of outcomes that the store does not have. */
    public int unacknowledged() {
        return sender.unacknowledged();
    }

    /** Time since the store had all outcomes. */
    public Duration sinceAcknowledgedAll() {
        return sender.sinceAcknowledgedAll();
    }

    /** Accepts an outcome, unless memory runs out. */
    public void add(PendingOutcome pending) {
        sender.add(pending);
        handle.wake();
    }

    /** Sends the remaining outcomes, at most for a time, and ends. Refused ones are tried once. */
    public void flush(Duration atMost) {
        giveUpAt = time.now() + atMost.toNanos();
        handle.stop();
        handle.join(atMost.plusSeconds(1));
    }

    /** For {@link #sinceAcknowledgedAll}. */
    @Override
    public long maxWait() {
        return MAX_WAIT;
    }

    @Override
    public boolean isDone() {
        return sender.isDone() || time.now() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    @Override
    public long run() {
        return sender.send(handle.isStopping());
    }
}
