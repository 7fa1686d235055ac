package io.delayqueue.internal.acknowledge;

import io.delayqueue.internal.drive.BackgroundJob;
import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.JobHandle;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Has a group's outcomes sent as soon as they come in. */
public class Acknowledger implements BackgroundJob {

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final OutcomeSender sender;

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
        this.sender =
                new OutcomeSender(group, store, acknowledged, driver.time().nanoTime(), driver::rethrowFatal);
        this.handle = driver.job("acknowledger-" + group, this);
    }

    public JobHandle handle() {
        return handle;
    }

    /** How many outcomes the store does not have. */
    public int unacknowledged() {
        return sender.unacknowledged();
    }

    /** How long ago the store had all outcomes that there were. */
    public Duration sinceAcknowledgedAll() {
        return sender.sinceAcknowledgedAll();
    }

    /** Accepts an outcome; if memory runs out it does not. */
    public void add(PendingOutcome pending) {
        sender.add(pending);
        handle.wake();
    }

    /** Sends the outcomes that are left, for at most so long, and ends. Refused ones are tried once. */
    public void flush(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        handle.stop();
        handle.join(atMost.plusSeconds(1));
    }

    @Override
    public boolean isDone() {
        return sender.isDone() || System.nanoTime() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    @Override
    public long run() {
        return Math.min(sender.send(handle.isStopping()), MAX_PAUSE);
    }
}
