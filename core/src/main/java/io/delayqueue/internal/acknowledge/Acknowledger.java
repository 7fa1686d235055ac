package io.delayqueue.internal.acknowledge;

import io.delayqueue.internal.drive.Loop;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Has a group's outcomes sent by a thread of its own. */
public class Acknowledger extends Loop {

    private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final OutcomeSender sender;

    private volatile long giveUpAt = Long.MAX_VALUE;

    /**
     * Creates the acknowledger.
     *
     * @param acknowledged called for each outcome that the store has acknowledged, with whether its delivery is known to have been
     *     stale
     */
    public Acknowledger(
            String group, TaskStore store, BiConsumer<PendingOutcome, Boolean> acknowledged, Outage outage) {
        super("acknowledger-" + group, outage);
        this.sender = new OutcomeSender(group, store, acknowledged, System::nanoTime, failure -> {});
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
        wake();
    }

    /** Sends the outcomes that are left, for at most so long, and ends. Refused ones are tried once. */
    public void flush(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        stop();
        join(atMost.plusSeconds(1));
    }

    @Override
    protected boolean isDone() {
        return sender.isDone() || System.nanoTime() - giveUpAt > 0 && giveUpAt != Long.MAX_VALUE;
    }

    @Override
    public void turn() {
        clearWake();
        pause(Math.min(sender.send(isStopping()), MAX_PAUSE));
    }
}
