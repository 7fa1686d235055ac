package io.delayqueue.internal.consume;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.LogRateLimiter;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.slf4j.Logger;

/** Stops the reservations of a topic while too many of its outcomes are unacknowledged. Thread-safe. */
final class HeldBack {

    private static final Logger log = Loggers.of(HeldBack.class);

    private final TopicName topic;

    private final int most;

    private final IntSupplier unacknowledged;

    private final AtomicBoolean held = new AtomicBoolean();

    private final LogRateLimiter warning = new LogRateLimiter();

    /**
     * Creates it for a topic that is not held back.
     *
     * @param unacknowledged the number of outcomes of the topic that the store has not acknowledged
     */
    HeldBack(TopicName topic, int concurrency, IntSupplier unacknowledged) {
        this.topic = topic;
        this.most = EngineStatus.TopicStatus.maxUnacknowledged(concurrency);
        this.unacknowledged = unacknowledged;
    }

    /** Whether reservations are stopped. */
    boolean isHeld() {
        int number = unacknowledged.getAsInt();
        if (number < most) {
            return false;
        }
        held.set(true);
        if (warning.tryAcquire()) {
            log.warn(
                    "{} outcomes of {} are not acknowledged by the store, so no more of its tasks are reserved until they are"
                            + " fewer. Logged at most once a minute",
                    number,
                    topic);
        }
        // Checked again, because an acknowledgement in between would not end this.
        return unacknowledged.getAsInt() >= most;
    }

    /** Whether this call, after an acknowledgement, ends the stop. */
    boolean ends() {
        return held.get() && unacknowledged.getAsInt() < most && held.compareAndSet(true, false);
    }
}
